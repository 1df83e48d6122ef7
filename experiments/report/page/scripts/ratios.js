// The table of ratios of a task, as ratio_table.py made it of all cases.
"use strict";
const RATIOS = Array.from({ length: DATA.ratios.n }, (_, k) => record(DATA.ratios, k));

function showRatios() {
  const found = RATIOS.filter(({ task }) => task === state.task);
  byId("ratios").hidden = found.length === 0;
  document.querySelector('nav a[href="#ratios"]').hidden = found.length === 0;
  if (!found.length) return;
  const short = (value, digits = 3) => (isNothing(value) ? "" : grouped(Number(value.toPrecision(digits))));
  const count = (title, name) => ({ title, key: (row) => row[name], text: (row) => grouped(row[name]) });
  const columns = [
    { title: "solver", text: (row) => row.solver },
    { title: "ratio", key: (row) => row.ratio, text: (row) => short(row.ratio) },
    { title: "95 %", key: (row) => row.ratio_low, text: (row) => (isNothing(row.ratio_low) ? "" : `${short(row.ratio_low)} to ${short(row.ratio_high)}`) },
    { title: "p", key: (row) => row.p_holm, text: (row) => (row.p_holm < 0.001 && row.p_holm !== null ? "< 0.001" : short(row.p_holm, 2)) },
    count("problems", "n_problems"),
    count("both solve", "n_both"),
    count("faster", "n_faster"),
    count("slower", "n_slower"),
  ];
  showTable(document.querySelector("#ratios .table"), "ratios", `Task ${state.task}: times divided by those of ${found[0].relative_to}`, columns, found);
}
