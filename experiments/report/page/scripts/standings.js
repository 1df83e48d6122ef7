// The tables of scores and of ratios of a task, as scores.py and ratio_table.py made them of all its cases.
"use strict";
const [SCORES, RATIOS] = [records(DATA.scores), records(DATA.ratios)];

const rounded = (value, digits) => (isNothing(value) ? "" : value > 0 && value < 0.0001 ? "< 0.0001" : grouped(Number(value.toPrecision(digits))));
const column = (title, name, digits = 15) => ({ title, key: (row) => row[name], text: (row) => rounded(row[name], digits) });

function showScores() {
  const found = SCORES.filter(({ task }) => task === state.task);
  const columns = [
    { title: "solver", text: (row) => row.solver },
    { title: "solved", text: (row) => `${grouped(row.n_solved)} of ${grouped(row.n_asked)}`, key: (row) => row.n_solved },
    column("wins", "wins"),
    column("solved alone", "only_solver"),
    column("PAR-2 s", "par2_s", 4),
    column("mean place", "mean_place", 3),
    column("PAR-2 by family, s", "par2_families_s", 4),
    column("mean + 10 ms, s", "mean_shifted_10ms_s", 4),
    column("share in best, s", "vbs_contribution_s", 3),
  ];
  const { n_common = 0, n_problems = 0 } = found[0] ?? {};
  const over = n_common === n_problems ? `${grouped(n_problems)} problems` : `all but "solved" over the ${grouped(n_common)} of ${grouped(n_problems)} problems that all compared solvers were asked`;
  showTable(document.querySelector("#scores .table"), "scores", `Task ${state.task}: ${over}`, columns, found);
}

function showRatios() {
  const found = RATIOS.filter(({ task }) => task === state.task);
  byId("ratios").hidden = found.length === 0;
  document.querySelector('nav a[href="#ratios"]').hidden = found.length === 0;
  if (!found.length) return;
  const columns = [
    { title: "solver", text: (row) => row.solver },
    column("ratio", "ratio", 3),
    { title: "95 %", key: (row) => row.ratio_low, text: (row) => (isNothing(row.ratio_low) ? "" : `${rounded(row.ratio_low, 3)} to ${rounded(row.ratio_high, 3)}`) },
    { title: "p", key: (row) => row.p_holm, text: (row) => (row.p_holm < 0.001 && row.p_holm !== null ? "< 0.001" : rounded(row.p_holm, 2)) },
    column("problems", "n_problems"),
    column("both solve", "n_both"),
    column("faster", "n_faster"),
    column("slower", "n_slower"),
  ];
  showTable(document.querySelector("#ratios .table"), "ratios", `Task ${state.task}: times divided by those of ${found[0].relative_to}`, columns, found);
}
