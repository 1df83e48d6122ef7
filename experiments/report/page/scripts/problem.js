// The page of a problem, in the dialog of cases: its features, and all runs of all solvers.
"use strict";
const RUNS = [
  { ...plain("solver", "solver"), cell: (run) => element("th", { scope: "row" }, button(run.solver, { class: "open", tabindex: "-1" }, () => openCase(run.of))) },
  ...["task", "repeat", "status"].map((name) => plain(name, name)),
  { title: "covers", text: ({ covers }) => grouped(covers) },
  plain("cost", "cost"),
  ...[["prepare s", "prepare_s"], ["search s", "search_s"], ["CPU s", "cpu_s"]].map(([title, name]) => inSeconds(title, name)),
  number("MB", "peak_rss_mb"),
];

function openProblem(problem) {
  const figure = [...document.querySelectorAll("#problems figure")].find((one) => one.dataset.problem === problem);
  const runs = CELLS.filter((cell) => cell.problem === problem).flatMap((cell) => rowsOf(cell).map((row) => ({ ...row, task: cell.task, of: cell })));
  const holder = element("div", { class: "table", "data-label": `Runs of ${problem}` });
  byId("case").querySelector(".body").replaceChildren(
    element("h2", { id: "case-title" }, ...breakable(problem)),
    figure.querySelector(".about").cloneNode(true),
    element("h3", {}, "All runs of all solvers"),
    holder,
  );
  showTable(holder, "runs", `${grouped(runs.length)} runs`, RUNS, runs);
  showDialog([problem, ""]);
}

document.querySelectorAll("#problems figure button").forEach((one) => one.addEventListener("click", () => openProblem(one.closest("figure").dataset.problem)));
