// The filters, and redrawing: every filter changes `state` and calls show().
"use strict";

function choices(select, values, chosen) {
  select.replaceChildren(...values.map((value) => element("option", { value }, value)));
  select.value = chosen;
  select.disabled = values.length === 0;
}

// The mark of a solver in charts and in the legend.
function swatch({ colour, dash, shape }) {
  const made = svg("svg", { width: "28", height: "12", "aria-hidden": "true" });
  const line = svg("path", { d: "M0 6H28", "stroke-dasharray": dash.join(" "), style: `stroke:${colour};stroke-width:2;fill:none` });
  const mark = svg("path", { d: shape, transform: "translate(14 6) scale(4)", style: `fill:${colour}` });
  made.append(line, mark);
  return made;
}

const styleOf = (solver) => DATA.styles[DATA.solvers.indexOf(solver)];

// Pointing at a solver in the legend fades the marks of all others; the label of a mark names its solver.
function highlight(solver) {
  const name = CSS.escape(solver);
  const others = `.chart [role="graphics-symbol"][aria-label*="solver: "]:not([aria-label*="solver: ${name};"], [aria-label$="solver: ${name}"])`;
  byId("highlight").textContent = solver ? `${others} { opacity: 0.08; }` : "";
}

function highlights(one, solver) {
  for (const event of ["pointerenter", "focusin"]) one.addEventListener(event, () => highlight(solver));
  for (const event of ["pointerleave", "focusout"]) one.addEventListener(event, () => highlight(""));
  return one;
}

function boxes(fieldset, values, name) {
  const inputs = values.map((value) => element("input", { type: "checkbox", value }));
  const set = (input) => (input.checked ? state[name].add(input.value) : state[name].delete(input.value));
  inputs.forEach((input) => input.addEventListener("change", () => { set(input); show(); }));
  const every = (text, isChecked) => button(text, {}, () => {
    inputs.forEach((input) => { input.checked = isChecked; set(input); });
    show();
  });
  const labels = inputs.map((input) => element("label", {}, input, ...(name === "solvers" ? [swatch(styleOf(input.value))] : []), input.value));
  if (name === "solvers") labels.forEach((label, number) => highlights(label, values[number]));
  fieldset.append(element("span", { class: "all" }, every("all", true), every("none", false)), ...labels);
}

// The controls that set one entry of the state: several charts may ask for the same.
const controls = (name) => document.querySelectorAll(`select[data-choice="${name}"]`);

function offer(name, values, first) {
  const isChosen = state[name] !== usual[name];
  usual[name] = values.includes(first) ? first : values[0] ?? "";
  if (!isChosen || !values.includes(state[name])) state[name] = usual[name];
  controls(name).forEach((select) => choices(select, values, state[name]));
}

function refreshChoices(cells) {
  offer("drawn", [`the ${FEW} best`, "all"]);
  offer("x", shownSolvers());
  offer("y", shownSolvers(), shownSolvers()[1]);
  const recorded = new Map();  // problem -> points of all solvers
  for (const cell of cells) {
    const n = firstPoints(cell).length;
    if (n) recorded.set(cell.problem, n + (recorded.get(cell.problem) ?? 0));
  }
  offer("problem", [...recorded.keys()], [...recorded].reduce((most, one) => (one[1] > (most[1] ?? 0) ? one : most), [])[0]);
  offer("family", distinct(cells.filter((cell) => cell.grows.length).map((cell) => cell.family)).sort(natural.compare));
  offer("by", distinct(cells.filter((cell) => cell.family === state.family).flatMap((cell) => cell.grows)).sort());
}

let drawing = Promise.resolve();
let turns = 0;

function show() {
  const cells = shownCells();
  refreshChoices(cells);
  save();
  const [nProblems, nSolvers] = ["problem", "solver"].map((name) => distinct(cells.map((cell) => cell[name])).length);
  byId("shown").textContent = `${grouped(nProblems)} problems, ${nSolvers} solvers shown`;
  showMatrix(cells);
  showScores();
  showRatios();
  const problems = new Set(cells.map((cell) => cell.problem));
  document.querySelectorAll("#problems figure").forEach((figure) => { figure.hidden = !problems.has(figure.dataset.problem); });
  hideWhatSaysNothing();
  const turn = turns += 1;
  drawing = drawing.then(() => (turn === turns ? showCharts(cells) : null));  // of several changes, only the last is drawn
}

// Makes the controls say what the URL says, and shows it.
function showWhatTheUrlSays() {
  restore();
  byId("task").value = state.task;
  byId("text").value = state.text;
  for (const name of ["families", "solvers"]) {
    byId(name).querySelectorAll("input").forEach((input) => { input.checked = state[name].has(input.value); });
  }
  show();
  reopenCase();
}

choices(byId("task"), DATA.tasks, state.task);
byId("task").addEventListener("change", () => { state.task = byId("task").value; show(); });
byId("text").addEventListener("input", () => { state.text = byId("text").value; show(); });
for (const name of CHOSEN) {
  controls(name).forEach((select) => select.addEventListener("change", () => { state[name] = select.value; show(); }));
}
document.querySelectorAll("[data-save]").forEach((one) => one.addEventListener("click", () => saveChart(one.closest("section").id, one.dataset.save)));
boxes(byId("families"), DATA.families, "families");
boxes(byId("solvers"), DATA.solvers, "solvers");
if (matchMedia("(max-width: 56rem)").matches) byId("filters").open = false;
addEventListener("beforeprint", () => document.querySelectorAll("#filters, #warnings").forEach((one) => { one.open = true; }));
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
// A link to a section scrolls, and leaves the state in the URL alone.
document.querySelectorAll("nav a").forEach((link) => link.addEventListener("click", (event) => {
  event.preventDefault();
  const section = document.querySelector(link.hash);
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView();
}));
addEventListener("hashchange", () => { if (location.hash.includes("=")) showWhatTheUrlSays(); });
showWhatTheUrlSays();
