// The charts: the data sets that they draw, and drawing them by Vega-Embed.
"use strict";
const VEGA = { mode: "vega-lite", renderer: "svg", actions: false, logLevel: 1, tooltip: { theme: "report" } };

const plain = (title, name) => ({ title, text: (row) => `${row[name] ?? ""}` });
const inSeconds = (title, name) => ({ title, key: (row) => row[name], text: (row) => seconds(row[name]) });
const number = (title, name, written = grouped) => ({ title, key: (row) => row[name], text: (row) => (isNothing(row[name]) ? "" : written(row[name])) });
const ifSolved = (title, name) => ({ title, key: (cell) => (cell.end === "solved" ? cell[name] : null), text: (cell) => (cell.end === "solved" ? seconds(cell[name]) : "") });
const caseName = {
  ...plain("problem", "problem"),
  cell: (cell) => element("th", { scope: "row" }, button(cell.problem, { class: "open", tabindex: "-1" }, () => openCase(cell))),
};
const caseColumns = [
  caseName,
  plain("solver", "solver"),
  plain("end", "end"),
  ifSolved("seconds", "total_s"),
  ifSolved("smallest", "total_s_min"),
  ifSolved("lower quartile", "total_s_q1"),
  ifSolved("upper quartile", "total_s_q3"),
  ifSolved("largest", "total_s_max"),
  number("limit s", "limit_s"),
  number("options", "n_options"),
  { title: "covers", key: (cell) => cell.n_covers, text: (cell) => grouped(cell.covers) },
  plain("cost", "cost"),
  plain("bound", "bound"),
  number("gap", "gap", percent),
  plain("detail", "detail"),
];

function sideColumn(title, side) {
  const timeOrEnd = (cell) => (cell.end === "solved" ? seconds(cell.total_s) : cell.end);
  return { title, key: (pair) => (pair[side].end === "solved" ? pair[side].total_s : Infinity), text: (pair) => timeOrEnd(pair[side]) };
}

// Columns of the table that shows a data set.
const COLUMNS = {
  common: () => caseColumns,
  solved: () => caseColumns,
  growing: () => caseColumns,
  sized: () => [caseName, number("items", "n_items"), number("options", "n_options"), plain("solver", "solver"), ifSolved("seconds", "total_s")],
  measured: () => [caseName, plain("solver", "solver"), number("MB", "peak_rss_mb")],
  pairs: () => [plain("problem", "problem"), sideColumn(state.x, "x"), sideColumn(state.y, "y")],
  progress: () => [plain("solver", "solver"), inSeconds("seconds", "s"), number("covers", "covers")],
  gaps: () => [plain("solver", "solver"), inSeconds("seconds", "s"), plain("cost", "cost"), plain("bound", "bound"), number("gap", "gap", percent)],
};

// Points of rows of a cell; those of task `best` have a gap, a cost and a bound.
function pointsOver(rows, { problem, solver, task }) {
  return rows.flatMap((row) => row.points.map(([s, reached, cost, bound]) => {
    const point = task === "best" ? { covers: 0, gap: reached, cost, bound } : { covers: reached, gap: null };
    return { problem, solver, task, limit_s: row.time_limit_s, s: Math.max(s, 1e-6), ...point };
  }));
}

// The points of the first repeat of a cell, unless its answer is contradicted.
function firstPoints(cell) {
  const row = record({ columns: FIRST_POINTS }, cell.first_row);
  return row.at_fault ? [] : row.points;
}
const { points, at_fault } = DATA.rows.columns;
const FIRST_POINTS = { points, at_fault };

function pairs(cells) {
  const side = (solver) => new Map(cells.filter((cell) => cell.solver === solver).map((cell) => [cell.problem, cell]));
  const [across, up] = [side(state.x), side(state.y)];
  return [...across.keys()].filter((problem) => up.has(problem)).map((problem) => ({ problem, x: across.get(problem), y: up.get(problem) }));
}

// The cells over which solvers compare.
const common = (cells) => cells.filter((cell) => cell.is_common);

// The data sets of cells, of one task, as charts/data_sets.py makes them; those of two solvers are of all solvers shown.
function dataSets(shown) {
  const solvers = new Set(drawnSolvers(shown));
  const cells = shown.filter(({ solver }) => solvers.has(solver));
  const points = cells.filter((cell) => cell.problem === state.problem && firstPoints(cell).length).flatMap((cell) => pointsOver([rowsOf(cell)[0]], cell));
  const shared = common(cells);
  return {
    cells: shown,
    common: shared,
    solved: shared.filter((cell) => cell.end === "solved"),
    sized: shown.filter((cell) => cell.n_items && cell.n_options),
    measured: cells.filter((cell) => cell.peak_rss_mb),
    pairs: pairs(shown),
    progress: points.filter((point) => point.gap === null),
    gaps: points.filter((point) => point.gap !== null),
    growing: cells.filter((cell) => cell.grows.includes(state.by) && cell.family === state.family),
  };
}

// Whether cells of a task have anything for a data set, whatever the filters and the choices are.
const SAYS = {
  cells: (cells) => cells.length > 0,
  common: (cells) => common(cells).length > 0,
  solved: (cells) => cells.some((cell) => cell.end === "solved"),
  sized: (cells) => cells.some((cell) => cell.n_items && cell.n_options),
  measured: (cells) => cells.some((cell) => cell.peak_rss_mb),
  pairs: (cells) => distinct(cells.map((cell) => cell.solver)).length > 1,
  progress: (cells) => cells.some((cell) => cell.task !== "best" && firstPoints(cell).length),
  gaps: (cells) => cells.some((cell) => cell.task === "best" && firstPoints(cell).length),
  growing: (cells) => cells.some((cell) => cell.grows.length),
};
const needed = (name) => DATA.charts[name].usermeta.needs ?? DATA.charts[name].usermeta.rows;

function hideWhatSaysNothing() {
  const cells = ofTask();
  for (const name of Object.keys(DATA.charts)) {
    byId(name).hidden = !SAYS[needed(name)](cells);
    document.querySelector(`nav a[href="#${name}"]`).hidden = byId(name).hidden;
  }
}

const views = {};
const asked = () => ({
  $x_solver: state.x, $y_solver: state.y, $x_quoted: JSON.stringify(state.x), $y_quoted: JSON.stringify(state.y),
  $n_common: `${distinct(common(shownCells()).map((cell) => cell.problem)).length}`, $problem: state.problem, $family: state.family, $by: state.by, $solvers: DATA.solvers, $height: 26 * drawnSolvers(shownCells()).length,
});

// A chart with its data.
const withData = (name, known, datasets, looks) => ({ ...filled(DATA.charts[name], known), ...looks, datasets });

// Draws a chart. A page that was made without Vega has no charts.
function draw(place, name, known, sets, looks = {}) {
  return window.vegaEmbed?.(place, withData(name, known, sets, looks), VEGA);
}

// Saves a chart as `svg` or `png`, with the present colours of the page, which are no variables there.
async function saveChart(name, kind) {
  const theme = getComputedStyle(document.documentElement);
  const chart = JSON.stringify(withData(name, asked(), dataSets(shownCells()), { width: 800, background: "var(--paper)" }));
  const spec = JSON.parse(chart.replace(/var\((--\w+)\)/g, (_, colour) => theme.getPropertyValue(colour)));
  const { view } = await vegaEmbed(element("div"), spec, VEGA);
  element("a", { href: await view.toImageURL(kind, kind === "png" ? 2 : 1), download: `${name}-${state.task}.${kind}` }).click();
  view.finalize();
}

function filled(value, known) {
  if (Array.isArray(value)) return value.map((inner) => filled(inner, known));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, known)]));
  if (typeof value !== "string") return value;
  if (Object.hasOwn(known, value)) return known[value];
  return value.replace(/\$\w+/g, (name) => (Object.hasOwn(known, name) ? known[name] : name));
}

function showNumbers(name, { rows }, sets) {
  const details = document.querySelector(`details[data-chart="${name}"]`);
  const fillIn = () => {
    if (details.open) showTable(details.querySelector(".table"), name, `${grouped(sets[rows].length)} rows`, COLUMNS[rows](), sets[rows]);
  };
  details.ontoggle = fillIn;
  fillIn();
}

async function showCharts(cells) {
  const sets = dataSets(cells);
  for (const [name, chart] of Object.entries(DATA.charts)) {
    views[name]?.finalize();
    delete views[name];
    const place = byId(`chart-${name}`);
    place.replaceChildren();
    if (byId(name).hidden) continue;
    showNumbers(name, chart.usermeta, sets);
    const records = sets[needed(name)];
    document.querySelector(`#${name} .over`).textContent = chart.usermeta.rows === "common" ? DATA.left_out[state.task] : "";
    if (records.length === 0) place.append(element("p", { class: "empty" }, "Nothing to draw: the filters hide all such rows."));
    else views[name] = await draw(place, name, asked(), sets);
  }
  document.body.dataset.drawn = `${Number(document.body.dataset.drawn ?? 0) + 1}`;
}
