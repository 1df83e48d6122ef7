// The matrix of problems and solvers: the time of each case, or how it ended.
"use strict";
const BUCKETS_S = [0.001, 0.01, 0.1, 1, 10];

function shortEnd(cell) {
  if (cell.end === "solved") return seconds(cell.total_s);
  if (cell.end === "contradicted" || cell.end === "wrong") return `≠ ${grouped(cell.cost || cell.covers)}`;
  return cell.end === "timeout" ? `> ${grouped(Number(cell.limit_s.toPrecision(3)))}` : cell.end;
}

function looks(cell, isBest) {
  if (cell.end === "solved") return `t${BUCKETS_S.filter((limit) => cell.total_s >= limit).length}${isBest ? " best" : ""}`;
  if (cell.end === "contradicted" || cell.end === "wrong") return "contradicted";
  return cell.end === "timeout" || cell.end === "memory" ? "stopped" : "failed";
}

function inWords(cell) {
  const found = cell.task === "best" || cell.task === "certify-best" ? `cost ${cell.cost || "unknown"}, bound ${cell.bound || "unknown"}` : `${grouped(cell.covers)} covers`;
  return `${cell.problem}, ${cell.solver}: ${cell.end}, ${found}${cell.detail ? `, ${cell.detail}` : ""}`;
}

// The quartiles of the repeats, as the tables of markdown.py show them: if they are more than 10 % apart.
function quartiles({ total_s_q1: from, total_s_q3: to }) {
  return to > 1.1 * from && seconds(from) !== seconds(to) ? `${seconds(from)} to ${seconds(to)}` : "";
}

function matrixCell(cell, isBest) {
  if (!cell) return element("td", {}, element("span", { class: "hidden-text" }, "not asked"));
  const shown = [shortEnd(cell).replace("unsup", "unsup\u00ad")];  // may be hyphenated on paper
  if (isBest) shown.push(element("span", { class: "hidden-text" }, " fastest"));
  if (cell.end === "solved" && quartiles(cell)) shown.push(element("small", {}, quartiles(cell)));
  if (cell.end === "timeout" && cell.gap !== null) shown.push(element("small", {}, `gap ${percent(cell.gap)}`));
  return element("td", { class: looks(cell, isBest), title: inWords(cell) }, button(shown, { class: "open", tabindex: "-1" }, () => openCase(cell)));
}

function problemCell({ problem }) {
  const name = element("th", { scope: "row", title: problem });
  const link = element("a", { href: "#problems", tabindex: "-1", "aria-label": `All runs of ${problem}` }, ...breakable(problem));
  link.addEventListener("click", (event) => { event.preventDefault(); openProblem(problem); });
  name.append(link);
  return name;
}

function showMatrix(cells) {
  const lines = new Map(distinct(cells.map((cell) => cell.problem)).map((problem) => [problem, { problem, of: new Map(), best: Infinity }]));
  for (const cell of cells) {
    const line = lines.get(cell.problem);
    line.of.set(cell.solver, cell);
    if (cell.end === "solved" && cell.total_s !== null) line.best = Math.min(line.best, cell.total_s);
  }
  const solvers = shownSolvers().filter((solver) => cells.some((cell) => cell.solver === solver));
  const [title, answers] = state.task === "best" ? ["cost", DATA.costs] : ["covers", DATA.covers];
  const answer = ({ problem }) => grouped(answers[problem] ?? "");
  const columns = [
    { title: "problem", text: ({ problem }) => problem, cell: problemCell },
    { title, text: answer, key: ({ problem }) => answers[problem]?.replace(/[()]/g, "") },
    ...solvers.map((solver) => ({
      title: solver,
      text: ({ of }) => (of.has(solver) ? shortEnd(of.get(solver)) : ""),
      key: ({ of }) => (!of.has(solver) ? null : of.get(solver).end === "solved" ? of.get(solver).total_s : Infinity),
      cell: ({ of, best }) => matrixCell(of.get(solver), of.get(solver)?.end === "solved" && of.get(solver).total_s === best),
    })),
  ];
  byId("matrix").classList.toggle("wide", solvers.length > 10);
  const place = document.querySelector("#matrix .table");
  showTable(place, "matrix", `Median seconds of preparing and searching, task ${state.task}`, columns, [...lines.values()], { finds: false, role: "grid" });
}
