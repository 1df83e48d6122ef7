// What is shown, and redrawing it: every filter changes `state` and calls show().
"use strict";
const DATA = JSON.parse(document.getElementById("data").textContent);
const state = {
  task: DATA.tasks[0],
  families: new Set(DATA.families),
  solvers: new Set(DATA.solvers),
  x: DATA.solvers[0],
  y: DATA.solvers[1] ?? DATA.solvers[0],
  problem: "",
  family: "",
};

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const byId = (id) => document.getElementById(id);
const isShown = (cell) => cell.task === state.task && state.families.has(cell.family) && state.solvers.has(cell.solver);
const shownCells = () => DATA.cells.filter(isShown);
const shownSolvers = () => DATA.solvers.filter((solver) => state.solvers.has(solver));
const distinct = (values) => [...new Set(values)];

function seconds(value) {
  if (value === null || value === undefined) return "";
  return value < 0.1 ? value.toFixed(4) : value < 1000 ? value.toPrecision(3) : value.toFixed(0);
}

const percent = (gap) => `${Number((100 * gap).toPrecision(3))} %`;

function choices(select, values, chosen) {
  select.replaceChildren(...values.map((value) => element("option", { value }, value)));
  select.value = chosen;
  select.disabled = values.length === 0;
}

function swatch(number) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("width", "28");
  svg.setAttribute("height", "12");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(namespace, "path");
  const style = DATA.styles[number];
  line.setAttribute("d", "M0 6H28");
  line.setAttribute("stroke-dasharray", style.dash.join(" "));
  const mark = document.createElementNS(namespace, "path");
  mark.setAttribute("d", {
    circle: "M14 2.5A3.5 3.5 0 1 1 13.99 2.5Z", square: "M11 3H17V9H11Z", "triangle-up": "M14 2L18 10H10Z", diamond: "M14 1L19 6L14 11L9 6Z",
  }[style.shape]);
  line.setAttribute("style", `stroke:${style.colour};stroke-width:2;fill:none`);
  mark.setAttribute("style", `fill:${style.colour}`);
  svg.append(line, mark);
  return svg;
}

// Pointing at a solver in the legend fades the marks of all others; the label of a mark names its solver.
function highlight(solver) {
  const name = CSS.escape(solver);
  const others = `.chart [role="graphics-symbol"][aria-label*="solver: "]:not([aria-label*="solver: ${name};"], [aria-label$="solver: ${name}"])`;
  byId("highlight").textContent = solver ? `${others} { opacity: 0.08; }` : "";
}

function boxes(fieldset, values, chosen, swatches) {
  const inputs = values.map((value) => element("input", { type: "checkbox", value, checked: "" }));
  const set = (input) => (input.checked ? chosen.add(input.value) : chosen.delete(input.value));
  inputs.forEach((input) => input.addEventListener("change", () => { set(input); show(); }));
  const every = (text, isChecked) => {
    const button = element("button", { type: "button" }, text);
    button.addEventListener("click", () => {
      inputs.forEach((input) => { input.checked = isChecked; set(input); });
      show();
    });
    return button;
  };
  fieldset.append(
    element("span", { class: "all" }, every("all", true), every("none", false)),
    ...inputs.map((input, number) => element("label", {}, input, ...(swatches ? [swatch(number)] : []), input.value)),
  );
}

// The controls that set one entry of the state: several charts may ask for the same.
const controls = (name) => document.querySelectorAll(`select[data-choice="${name}"]`);

function offer(name, values, chosen) {
  state[name] = values.includes(chosen) ? chosen : values[0] ?? "";
  controls(name).forEach((select) => choices(select, values, state[name]));
}

function onChoice(selects, name) {
  selects.forEach((select) => select.addEventListener("change", () => { state[name] = select.value; show(); }));
}

function refreshChoices() {
  const cells = shownCells();
  offer("x", shownSolvers(), state.x);
  offer("y", shownSolvers(), state.y);
  const recorded = new Set(DATA.progress.filter((point) => point.task === state.task && state.solvers.has(point.solver)).map((point) => point.problem));
  offer("problem", distinct(cells.map((cell) => cell.problem)).filter((problem) => recorded.has(problem)), state.problem || DATA.first_choice);
  const fitted = new Set(DATA.fits.filter((fit) => fit.task === state.task && state.solvers.has(fit.solver)).map((fit) => fit.family));
  offer("family", DATA.families.filter((family) => fitted.has(family) && state.families.has(family)), state.family);
}

let drawing = Promise.resolve();

function show() {
  refreshChoices();
  const cells = shownCells();
  const problems = distinct(cells.map((cell) => cell.problem));
  byId("shown").textContent = `${problems.length} problems, ${distinct(cells.map((cell) => cell.solver)).length} solvers shown`;
  showMatrix(cells, problems);
  showScores();
  document.querySelectorAll("#problems figure").forEach((figure) => { figure.hidden = !state.families.has(figure.dataset.family); });
  drawing = drawing.then(showCharts);
}

choices(byId("task"), DATA.tasks, state.task);
onChoice([byId("task")], "task");
for (const name of ["x", "y", "problem", "family"]) onChoice(controls(name), name);
boxes(byId("families"), DATA.families, state.families, false);
boxes(byId("solvers"), DATA.solvers, state.solvers, true);
for (const label of document.querySelectorAll("#solvers label")) {
  const solver = label.querySelector("input").value;
  for (const event of ["pointerenter", "focusin"]) label.addEventListener(event, () => highlight(solver));
  for (const event of ["pointerleave", "focusout"]) label.addEventListener(event, () => highlight(""));
}
if (matchMedia("(max-width: 56rem)").matches) byId("filters").open = false;
addEventListener("beforeprint", () => { byId("filters").open = true; });  // it holds the legend
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
