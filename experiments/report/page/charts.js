// The charts: what each is told and shown, by Vega-Embed.
"use strict";

const caseColumns = [
  ["problem", (cell) => cell.problem],
  ["solver", (cell) => cell.solver],
  ["end", (cell) => cell.end],
  ["seconds", (cell) => (cell.end === "solved" ? seconds(cell.total_s) : "")],
  ["smallest", (cell) => (cell.end === "solved" ? seconds(cell.total_s_min) : "")],
  ["largest", (cell) => (cell.end === "solved" ? seconds(cell.total_s_max) : "")],
  ["limit s", (cell) => `${cell.limit_s}`],
  ["covers", (cell) => cell.covers],
  ["detail", (cell) => cell.detail],
];

function pairs(cells) {
  const side = (solver) => new Map(cells.filter((cell) => cell.solver === solver).map((cell) => [cell.problem, cell]));
  const [across, up] = [side(state.x), side(state.y)];
  return [...across.keys()].filter((problem) => up.has(problem)).map((problem) => ({ problem, x: across.get(problem), y: up.get(problem) }));
}

const timeOrEnd = (cell) => (cell.end === "solved" ? seconds(cell.total_s) : cell.end);

// For each chart: the data sets it draws, and the columns and rows of the table behind it.
const CHARTS = {
  cactus: (cells) => ({ sets: { cells }, columns: caseColumns, rows: cells }),
  survival: (cells) => ({ sets: { cells }, columns: caseColumns, rows: cells }),
  scatter: (cells) => ({
    sets: { cells },
    columns: [["problem", (pair) => pair.problem], [state.x, (pair) => timeOrEnd(pair.x)], [state.y, (pair) => timeOrEnd(pair.y)]],
    rows: pairs(cells),
  }),
  progress: () => {
    const progress = DATA.progress.filter((point) => point.task === state.task && point.problem === state.problem && state.solvers.has(point.solver));
    byId("progress-note").textContent = progress.every((point) => point.is_known) ? ""
      : "Where no line is drawn the run kept no points: only the first cover and the end are known.";
    return {
      sets: { progress },
      columns: [["solver", (point) => point.solver], ["seconds", (point) => seconds(point.s)], ["covers", (point) => `${point.covers}`]],
      rows: progress,
    };
  },
  growth: (cells) => {
    const fits = DATA.fits.filter((fit) => fit.task === state.task && fit.family === state.family && state.solvers.has(fit.solver));
    const growing = cells.filter((cell) => cell.grows && cell.family === state.family);
    byId("fits").replaceChildren(...(fits.length ? [table(`Fitted exponents, family ${state.family}`, [
      ["solver", (fit) => fit.solver],
      ["exponent", (fit) => fit.exponent.toFixed(2)],
      ["R²", (fit) => fit.r2.toFixed(2)],
      ["problems", (fit) => fit.n_sizes],
    ], fits)] : []));
    return { sets: { fits, growing }, columns: caseColumns, rows: growing };
  },
  memory: (cells) => ({
    sets: { cells },
    columns: [["problem", (cell) => cell.problem], ["solver", (cell) => cell.solver], ["MB", (cell) => `${cell.peak_rss_mb ?? ""}`]],
    rows: cells,
  }),
};

const views = {};
const asked = () => ({
  $x_solver: state.x, $y_solver: state.y, $x_quoted: JSON.stringify(state.x), $y_quoted: JSON.stringify(state.y),
  $problem: state.problem, $family: state.family, $solvers: DATA.solvers, $height: 26 * shownSolvers().length,
});

function filled(value, known) {
  if (Array.isArray(value)) return value.map((inner) => filled(inner, known));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, known)]));
  if (typeof value !== "string") return value;
  if (Object.hasOwn(known, value)) return known[value];
  return value.replace(/\$\w+/g, (name) => (Object.hasOwn(known, name) ? known[name] : name));
}

function showNumbers(name, { columns, rows }) {
  const details = document.querySelector(`details[data-chart="${name}"]`);
  const fillIn = () => details.querySelector(".scroll").replaceChildren(...(details.open ? [table(`${rows.length} rows`, columns, rows)] : []));
  details.ontoggle = fillIn;
  fillIn();
}

async function showCharts() {
  const cells = shownCells();
  for (const [name, about] of Object.entries(CHARTS)) {
    const chart = about(cells);
    showNumbers(name, chart);
    views[name]?.finalize();
    delete views[name];
    const place = byId(`chart-${name}`);
    if (chart.rows.length === 0) {
      place.replaceChildren(element("p", { class: "empty" }, "Nothing to draw: no such rows, or the filters hide them."));
      continue;
    }
    const spec = { ...filled(DATA.charts[name], asked()), datasets: chart.sets };
    const options = { mode: "vega-lite", renderer: "svg", actions: false, logLevel: 1, tooltip: { theme: "report" } };
    views[name] = await vegaEmbed(place, spec, options);
  }
  document.body.dataset.drawn = `${Number(document.body.dataset.drawn ?? 0) + 1}`;
}

show();
