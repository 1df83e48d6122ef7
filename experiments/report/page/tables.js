// Tables: the matrix, the scores, and the numbers behind each chart.
"use strict";

function table(caption, columns, rows) {
  const head = element("tr", {}, ...columns.map(([title]) => element("th", { scope: "col" }, title)));
  const body = rows.map((row) => element("tr", {}, ...columns.map(([, value], number) => {
    const shown = value(row);
    if (number === 0) return element("th", { scope: "row" }, shown);
    return element("td", typeof shown === "string" && !/^[\d.<]/.test(shown) ? { class: "text" } : {}, `${shown ?? ""}`);
  })));
  return element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body));
}

const BUCKETS_S = [0.001, 0.01, 0.1, 1, 10];
const STOPPED = { timeout: "limit", memory: "memory" };

function matrixCell(cell, isBest) {
  if (!cell) return element("td", {}, element("span", { class: "hidden-text" }, "not asked"));
  const found = cell.task !== "best" ? `${cell.covers} covers` : `cost ${cell.cost || "unknown"}, bound ${cell.bound || "unknown"}`;
  const label = `${cell.problem}, ${cell.solver}: ${cell.end}, ${found}${cell.detail ? `, ${cell.detail}` : ""}`;
  if (cell.end === "solved") {
    const spread = cell.repeats > 1 ? (50 * (cell.total_s_max - cell.total_s_min)) / cell.total_s : null;
    const speed = BUCKETS_S.filter((limit) => cell.total_s >= limit).length;
    const made = element("td", { class: `t${speed}${isBest ? " best" : ""}`, title: label }, seconds(cell.total_s));
    if (isBest) made.append(element("span", { class: "hidden-text" }, " fastest"));
    if (spread !== null) made.append(element("small", {}, `± ${spread.toFixed(0)}%`));
    return made;
  }
  if (cell.end === "contradicted" || cell.end === "wrong") return element("td", { class: "contradicted", title: label }, `≠ ${cell.cost || cell.covers}`);
  if (cell.end === "timeout") {
    const made = element("td", { class: "stopped", title: label }, `> ${Number(cell.limit_s.toPrecision(3))}`);
    if (cell.gap !== null) made.append(element("small", {}, `gap ${percent(cell.gap)}`));
    return made;
  }
  return element("td", { class: cell.end === "memory" ? "stopped" : "failed", title: label }, cell.end);
}

// A long name may be broken before a size or an option.
const breakable = (name) => name.split(/(?<=[:,/])/).flatMap((part) => [part, element("wbr")]);

function showMatrix(cells, problems) {
  const solvers = DATA.solvers.filter((solver) => cells.some((cell) => cell.solver === solver));
  const of = new Map(cells.map((cell) => [`${cell.problem}\n${cell.solver}`, cell]));
  const answers = state.task === "best" ? DATA.costs : DATA.covers;
  const rows = problems.map((problem) => {
    const row = solvers.map((solver) => of.get(`${problem}\n${solver}`));
    const best = Math.min(...row.filter((cell) => cell?.end === "solved").map((cell) => cell.total_s));
    const name = element("th", { scope: "row" });
    name.innerHTML = DATA.pictures[problem] ?? "";
    name.append(element("span", {}, ...breakable(problem)));
    return element("tr", {}, name, element("td", {}, answers[problem] ?? ""), ...row.map((cell) => matrixCell(cell, cell?.total_s === best)));
  });
  const head = ["problem", state.task === "best" ? "cost" : "covers", ...solvers].map((title) => element("th", { scope: "col" }, ...breakable(title)));
  const caption = element("caption", {}, `Median seconds of preparing and searching, task ${state.task}`);
  const made = element("table", {}, caption, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  byId("matrix").classList.toggle("wide", solvers.length > 10);
  document.querySelector("#matrix .scroll").replaceChildren(made);
}

function showScores() {
  const number = (name, digits = 4) => (row) => (row[name] === null ? ""
    : row[name] > 0 && row[name] < 0.0001 ? "< 0.0001" : `${Number(row[name].toPrecision(digits))}`);
  document.querySelector("#scores .scroll").replaceChildren(table(`Task ${state.task}`, [
    ["solver", (row) => row.solver],
    ["solved", (row) => `${row.n_solved} of ${row.n_asked}`],
    ["wins", (row) => row.wins],
    ["solved alone", (row) => row.only_solver],
    ["PAR-2 s", number("par2_s")],
    ["PAR-10 s", number("par10_s")],
    ["mean + 10 ms, s", number("mean_shifted_10ms_s")],
    ["mean + 1 s, s", number("mean_shifted_1s_s")],
    ["share in best, s", number("vbs_contribution_s", 3)],
  ], DATA.scores.filter((row) => row.task === state.task && (state.solvers.has(row.solver) || !DATA.solvers.includes(row.solver)))));
}
