// Scores of the cells that the filters leave, by the definitions of scores.py and ranks.py.
"use strict";
const sum = (values) => values.reduce((total, value) => total + value, 0);
const mean = (values) => (values.length ? sum(values) / values.length : null);
const par = (factor, times) => mean(times.map(({ own_s, limit_s }) => own_s ?? factor * limit_s));

// The geometric mean of the times plus the shift, minus the shift; an unsolved case counts with its limit.
function shifted(shift_s, times) {
  const logs = mean(times.map(({ own_s, limit_s }) => Math.log((own_s ?? limit_s) + shift_s)));
  return logs === null ? null : Math.exp(logs) - shift_s;
}

// The solvers that were asked at least half of the problems, and the problems that all of these were asked.
function compared(cells) {
  const of = new Map();
  for (const { solver, problem } of cells) of.set(solver, (of.get(solver) ?? new Set()).add(problem));
  const problems = distinct(cells.map((cell) => cell.problem));
  const solvers = [...of.keys()].filter((solver) => 2 * of.get(solver).size >= problems.length);
  return [solvers, problems.filter((problem) => solvers.every((solver) => of.get(solver).has(problem)))];
}

// The cells, of one task, of the solvers that compare and their common problems.
function common(cells) {
  const asked = cells.filter((cell) => cell.status !== "missing");
  const [solvers, problems] = compared(asked).map((values) => new Set(values));
  return asked.filter((cell) => solvers.has(cell.solver) && problems.has(cell.problem));
}

const least = (times) => times.reduce((best, { own_s }) => (own_s === null ? best : Math.min(own_s, best ?? Infinity)), null);

// One record per solver, by PAR-2, the virtual best solver first; cells: of one task.
function scores(cells) {
  const asked = cells.filter((cell) => cell.status !== "missing");
  const longest_s = Math.max(0, ...asked.map((cell) => Math.max(cell.time_limit_s ?? 0, cell.total_s ?? 0)));
  const [solvers, problems] = compared(asked);
  const times = new Map(solvers.map((solver) => [solver, new Map()]));
  for (const cell of common(asked)) {
    times.get(cell.solver).set(cell.problem, { own_s: cell.end === "solved" ? cell.total_s : null, limit_s: cell.time_limit_s ?? longest_s });
  }
  const across = problems.map((problem) => solvers.map((solver) => times.get(solver).get(problem)));
  const bestOf = (lines) => lines.map((line, k) => ({ own_s: least(line), limit_s: Math.max(...across[k].map((one) => one.limit_s)) }));
  const best = bestOf(across);
  const n_problems = distinct(asked.map((cell) => cell.problem)).length;
  const means = (own) => ({ par2_s: par(2, own), par10_s: par(10, own), mean_shifted_10ms_s: shifted(0.01, own), mean_shifted_1s_s: shifted(1, own) });
  const facts = (solver) => {
    const own = asked.filter((cell) => cell.solver === solver);
    return { solver, n_problems, n_asked: own.length, n_solved: own.filter((cell) => cell.end === "solved").length };
  };
  const ofSolver = (solver, k) => {
    const own = across.map((line) => line[k]);
    const others = bestOf(across.map((line) => line.filter((_, other) => other !== k)));
    const nSolvers = (line) => line.filter(({ own_s }) => own_s !== null).length;
    return {
      ...facts(solver),
      n_common: problems.length,
      wins: own.filter(({ own_s }, number) => own_s !== null && own_s === best[number].own_s).length,
      only_solver: across.filter((line) => line[k].own_s !== null && nSolvers(line) === 1).length,
      ...means(own),
      vbs_contribution_s: problems.length ? par(2, others) - par(2, best) : null,
    };
  };
  const n_solved = distinct(asked.filter((cell) => cell.end === "solved").map((cell) => cell.problem)).length;
  const virtual = { solver: "virtual best", n_problems, n_asked: n_problems, n_solved, n_common: problems.length, ...means(best) };
  const ranked = solvers.map(ofSolver).sort((a, b) => a.par2_s - b.par2_s || (a.solver < b.solver ? -1 : 1));
  const rest = distinct(asked.map((cell) => cell.solver)).filter((solver) => !times.has(solver)).sort();
  return asked.length ? [virtual, ...ranked, ...rest.map(facts)] : [];
}

function showScores(cells) {
  const found = scores(cells);
  const number = (name, digits = 4) => ({
    key: (row) => row[name],
    text: (row) => (isNothing(row[name]) ? "" : row[name] > 0 && row[name] < 0.0001 ? "< 0.0001" : grouped(Number(row[name].toPrecision(digits)))),
  });
  const columns = [
    { title: "solver", text: (row) => row.solver },
    { title: "solved", text: (row) => `${grouped(row.n_solved)} of ${grouped(row.n_asked)}`, key: (row) => row.n_solved },
    { title: "wins", ...number("wins", 15) },
    { title: "solved alone", ...number("only_solver", 15) },
    { title: "PAR-2 s", ...number("par2_s") },
    { title: "PAR-10 s", ...number("par10_s") },
    { title: "mean + 10 ms, s", ...number("mean_shifted_10ms_s") },
    { title: "mean + 1 s, s", ...number("mean_shifted_1s_s") },
    { title: "share in best, s", ...number("vbs_contribution_s", 3) },
  ];
  const { n_common = 0, n_problems = 0 } = found[0] ?? {};
  const over = n_common === n_problems ? `${grouped(n_problems)} problems` : `all but "solved" over the ${grouped(n_common)} of ${grouped(n_problems)} problems that all compared solvers were asked`;
  showTable(document.querySelector("#scores .table"), "scores", `Task ${state.task}: ${over}`, columns, found);
}
