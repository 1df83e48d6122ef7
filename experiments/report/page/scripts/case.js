// The dialog of one case: how to run it again, and everything that its rows say.
"use strict";
const GROUPS = {
  Answer: ["status", "detail", "covers", "orbits", "cost", "bound", "at_fault", "checked", "fingerprint", "published", "published_orbits", "published_cost", "certificate", "certificate_steps", "certificate_bytes"],
  Measured: ["startup_s", "prepare_s", "first_s", "search_s", "certify_s", "check_s", "cpu_s", "peak_rss_mb", "measured_by"],
  Limits: ["limit", "time_limit_s", "cpu_limit_s", "memory_limit_mb", "pin", "at_most", "maximise", "up_to_symmetry", "distinct"],
};
const SHOWN_ELSEWHERE = ["solver", "repeat", "stats", "stat_names", "command", "points"];
const EXACT = ["case", "digest", "fingerprint", "started", "commit", "seed", "versions", "sources"];  // not grouped

const labelOf = (name) => name.replace(/_s$/, ", s").replace(/_mb$/, ", MB").replace(/_mhz$/, ", MHz").replaceAll("_", " ");

function written(name, value) {
  if (isNothing(value)) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (EXACT.includes(name)) return `${value}`;
  if (name.endsWith("_s")) return value < 0.0001 ? value.toExponential(2) : grouped(Number(value.toPrecision(5)));
  return typeof value === "number" ? grouped(Number(value.toPrecision(6))) : /^\d+$/.test(value) ? grouped(value) : value;
}

// The headings of rows: the repeat, and in which options of the solver a row differs from the others.
function headings(rows) {
  const parts = rows.map((row) => row.solver.split(/[:,]/));
  return rows.map((row, k) => [...parts[k].filter((part) => !parts.every((other) => other.includes(part))), `repeat ${row.repeat}`].join(", "));
}

// A table of facts: a line a name, a column a repeat; one cell where all repeats say the same.
function facts(heading, rows, names, valueOf) {
  const told = names.map((name) => [name, rows.map((row) => valueOf(row, name))]).filter(([, texts]) => texts.some((text) => text !== "" && text !== "no"));
  if (!told.length) return [];
  const head = element("tr", {}, element("td"), ...headings(rows).map((text) => element("th", { scope: "col" }, text)));
  const lines = told.map(([name, texts]) => {
    const isSame = texts.every((text) => text === texts[0]);
    const cells = isSame ? [element("td", { class: "text same", colspan: rows.length }, texts[0])] : texts.map((text) => element("td", {}, text));
    return element("tr", {}, element("th", { scope: "row" }, labelOf(name)), ...cells);
  });
  const isSplit = rows.length > 1 && lines.some((line) => line.children.length > 2);
  const table = element("table", {}, element("caption", { class: "hidden-text" }, heading), ...(isSplit ? [element("thead", {}, head)] : []), element("tbody", {}, ...lines));
  return [element("h3", {}, heading), element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": heading }, table)];
}

function commandOf(row) {
  const code = element("code", {}, row.command);
  const copy = button("copy", {}, async () => {
    getSelection().selectAllChildren(code);
    copy.textContent = await navigator.clipboard?.writeText(row.command).then(() => "copied", () => "copy") ?? "copy";
  });
  return [element("h3", {}, "Run it again"), element("p", { class: "command" }, code, copy)];
}

// Points over time of the first repeat that has some, as a chart and as a table.
function pointsOf(cell, rows) {
  const row = rows.find(({ points }) => points.length > 1);
  if (!row) return [];
  const records = pointsOver([row], cell);
  const name = records[0].gap === null ? "progress" : "gap";
  const place = element("div", { class: "chart" });
  const rowsAs = { progress: "progress", gap: "gaps" }[name];
  const holder = element("div", { class: "table", "data-label": "Points over time" });
  const details = element("details", { class: "data" }, element("summary", {}, "The numbers behind this chart"), holder);
  details.addEventListener("toggle", () => showTable(holder, "points", `${records.length} points`, COLUMNS[rowsAs](), records));
  const start = () => draw(place, name, { ...asked(), $problem: cell.problem }, { [rowsAs]: records }, { height: 200 });
  return [element("h3", {}, rows.length > 1 ? `Over time, ${headings(rows)[rows.indexOf(row)]}` : "Over time"), place, details, start];
}

function openCase(cell) {
  const rows = rowsOf(cell);
  const rest = Object.keys(rows[0]).filter((name) => !Object.values(GROUPS).flat().includes(name) && !SHOWN_ELSEWHERE.includes(name));
  const stats = rows.map((row) => new Map(row.stat_names.split("\n").filter(Boolean).map((name, k) => [name, row.stats[k]])));
  const asWritten = (row, name) => written(name, row[name]);
  const over = pointsOf(cell, rows);
  const start = over.pop();
  const size = cell.n_items === null ? "" : `: ${grouped(cell.n_items)} items, ${grouped(cell.n_options)} options`;
  byId("case").querySelector(".body").replaceChildren(
    element("h2", { id: "case-title" }, ...breakable(cell.problem), " by ", ...breakable(cell.solver)),
    element("p", {}, `Task ${cell.task}, ${cell.end === "solved" ? `solved in ${seconds(cell.total_s)} s` : cell.end}${size}`),
    ...commandOf(rows[0]),
    ...Object.entries(GROUPS).slice(0, 1).flatMap(([heading, names]) => facts(heading, rows, names, asWritten)),
    ...over,
    ...Object.entries(GROUPS).slice(1).flatMap(([heading, names]) => facts(heading, rows, names, asWritten)),
    ...facts("Counters of the solver", rows, distinct(stats.flatMap((one) => [...one.keys()])), (row, name) => written(name, stats[rows.indexOf(row)].get(name))),
    ...facts("Provenance", rows, rest, asWritten),
  );
  showDialog([cell.problem, cell.solver]);
  start?.();
}

// opened: what the URL keeps, a problem and a solver, or a problem alone.
function showDialog(opened) {
  state.open = opened;
  save();
  if (!byId("case").open) byId("case").showModal();
  byId("case").scrollTop = 0;
}

// Opens the case or the problem that the URL names, if there is one.
function reopenCase() {
  if (state.open?.[1] === "" && CELLS.some(({ problem }) => problem === state.open[0])) return openProblem(state.open[0]);
  const cell = state.open && ofTask().find((one) => one.problem === state.open[0] && one.solver === state.open[1]);
  if (cell) return openCase(cell);
  return byId("case").close();
}

byId("case").addEventListener("close", () => { state.open = null; save(); });
byId("case").addEventListener("click", (event) => { if (event.target === byId("case")) byId("case").close(); });
byId("case").querySelector(".close").addEventListener("click", () => byId("case").close());
