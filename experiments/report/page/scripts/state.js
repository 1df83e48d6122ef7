// What is shown, and the part of the URL after its # that keeps it: a copied URL shows the same.
"use strict";
const state = {
  task: DATA.tasks[0],
  text: "",
  families: new Set(DATA.families),
  solvers: new Set(DATA.solvers),
  x: "",
  y: "",
  problem: "",
  family: "",
  by: "",
  drawn: "",          // which solvers the charts show
  open: null,         // problem and solver of the case in the dialog
  tables: new Map(),  // name of a table -> { sort: title of a column, isDown, find: text }
};
const CHOSEN = ["x", "y", "problem", "family", "by", "drawn"];
const FEW = 8;  // as in charts/__init__.py
const usual = {};  // what is chosen in the charts unless a reader asks for something else

const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
const hasWords = (text, asked) => asked.every((word) => text.toLowerCase().includes(word));

const ofTask = () => CELLS.filter((cell) => cell.task === state.task);
function shownCells() {
  const asked = words(state.text);
  return ofTask().filter((cell) => state.families.has(cell.family) && state.solvers.has(cell.solver) && hasWords(cell.problem, asked));
}
const shownSolvers = () => DATA.solvers.filter((solver) => state.solvers.has(solver));
const drawnSolvers = (cells) => shownSolvers().filter((solver) => cells.some((cell) => cell.solver === solver)).slice(0, state.drawn === "all" ? Infinity : FEW);

function tableState(name) {
  if (!state.tables.has(name)) state.tables.set(name, { sort: "", isDown: false, find: "" });
  return state.tables.get(name);
}

function save() {
  const kept = new URLSearchParams();
  if (state.task !== DATA.tasks[0]) kept.set("task", state.task);
  if (state.text) kept.set("text", state.text);
  for (const family of DATA.families) if (!state.families.has(family)) kept.append("no-family", family);
  for (const solver of DATA.solvers) if (!state.solvers.has(solver)) kept.append("no-solver", solver);
  for (const name of CHOSEN) if (state[name] !== usual[name]) kept.set(name, state[name]);
  for (const [name, { sort, isDown, find }] of state.tables) {
    if (sort) kept.set(`${isDown ? "down" : "up"}.${name}`, sort);
    if (find) kept.set(`find.${name}`, find);
  }
  for (const name of state.open ?? []) kept.append("case", name);
  if (`${kept}` || location.hash.includes("=")) history.replaceState(null, "", `#${kept}`);
}

function restore() {
  const kept = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  const without = (values, name) => new Set(values.filter((value) => !kept.getAll(name).includes(value)));
  state.task = DATA.tasks.includes(kept.get("task")) ? kept.get("task") : DATA.tasks[0];
  state.text = kept.get("text") ?? "";
  state.families = without(DATA.families, "no-family");
  state.solvers = without(DATA.solvers, "no-solver");
  for (const name of CHOSEN) state[name] = kept.get(name) ?? "";
  state.tables.clear();
  for (const [key, value] of kept) {
    const [what, name] = key.split(".", 2);
    if (what === "find") tableState(name).find = value;
    if (what === "up" || what === "down") Object.assign(tableState(name), { sort: value, isDown: what === "down" });
  }
  state.open = kept.getAll("case").length === 2 ? kept.getAll("case") : null;
}
