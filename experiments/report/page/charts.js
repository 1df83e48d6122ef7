// The charts: the data sets that they draw, and drawing them by Vega-Embed.
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
  ["cost", (cell) => cell.cost],
  ["bound", (cell) => cell.bound],
  ["gap", (cell) => (cell.gap === null ? "" : percent(cell.gap))],
  ["detail", (cell) => cell.detail],
];

function pairs(cells) {
  const side = (solver) => new Map(cells.filter((cell) => cell.solver === solver).map((cell) => [cell.problem, cell]));
  const [across, up] = [side(state.x), side(state.y)];
  return [...across.keys()].filter((problem) => up.has(problem)).map((problem) => ({ problem, x: across.get(problem), y: up.get(problem) }));
}

const timeOrEnd = (cell) => (cell.end === "solved" ? seconds(cell.total_s) : cell.end);

// Columns of the table that shows a data set.
const COLUMNS = {
  cells: () => caseColumns,
  growing: () => caseColumns,
  measured: () => [["problem", (cell) => cell.problem], ["solver", (cell) => cell.solver], ["MB", (cell) => `${cell.peak_rss_mb}`]],
  pairs: () => [["problem", (pair) => pair.problem], [state.x, (pair) => timeOrEnd(pair.x)], [state.y, (pair) => timeOrEnd(pair.y)]],
  progress: () => [["solver", (point) => point.solver], ["seconds", (point) => seconds(point.s)], ["covers", (point) => `${point.covers}`]],
  gaps: () => [
    ["solver", (point) => point.solver],
    ["seconds", (point) => seconds(point.s)],
    ["cost", (point) => point.cost],
    ["bound", (point) => point.bound],
    ["gap", (point) => percent(point.gap)],
  ],
  fits: () => [
    ["solver", (fit) => fit.solver],
    ["exponent", (fit) => fit.exponent.toFixed(2)],
    ["R²", (fit) => fit.r2.toFixed(2)],
    ["problems", (fit) => fit.n_sizes],
  ],
};

// The data sets of the cells that the filters leave; charts/data_sets.py makes the same ones.
function dataSets(cells) {
  const isShownHere = (one) => one.task === state.task && state.solvers.has(one.solver);
  const points = DATA.progress.filter((point) => isShownHere(point) && point.problem === state.problem);
  return {
    cells,
    solved: cells.filter((cell) => cell.end === "solved"),
    measured: cells.filter((cell) => cell.peak_rss_mb),
    pairs: pairs(cells),
    progress: points.filter((point) => point.gap === null),
    gaps: points.filter((point) => point.gap !== null),
    growing: cells.filter((cell) => cell.grows && cell.family === state.family),
    fits: DATA.fits.filter((fit) => isShownHere(fit) && fit.family === state.family),
  };
}

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

function showNumbers(name, { rows, table: beside }, sets) {
  const details = document.querySelector(`details[data-chart="${name}"]`);
  const numbers = () => table(`${sets[rows].length} rows`, COLUMNS[rows](), sets[rows]);
  const fillIn = () => details.querySelector(".scroll").replaceChildren(...(details.open ? [numbers()] : []));
  details.ontoggle = fillIn;
  fillIn();
  const place = document.querySelector(`#${name} [data-table="${beside}"]`);
  place?.replaceChildren(...(sets[beside].length ? [table(`${beside}, family ${state.family}`, COLUMNS[beside](), sets[beside])] : []));
}

async function showCharts() {
  const sets = dataSets(shownCells());
  for (const [name, chart] of Object.entries(DATA.charts)) {
    showNumbers(name, chart.usermeta, sets);
    views[name]?.finalize();
    delete views[name];
    const place = byId(`chart-${name}`);
    if (sets[chart.usermeta.needs ?? chart.usermeta.rows].length === 0) {
      place.replaceChildren(element("p", { class: "empty" }, "Nothing to draw: there are no such rows, or the filters hide them."));
      continue;
    }
    const spec = { ...filled(chart, asked()), datasets: sets };
    const options = { mode: "vega-lite", renderer: "svg", actions: false, logLevel: 1, tooltip: { theme: "report" } };
    views[name] = await vegaEmbed(place, spec, options);
  }
  document.body.dataset.drawn = `${Number(document.body.dataset.drawn ?? 0) + 1}`;
}

show();
