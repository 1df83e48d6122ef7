// The page: the problem, the rule, and the part of the URL after its # that keeps what is shown.
"use strict";
const MOST_STEPS = 200_000, MOST_KEPT = 4_000;
const HEADING = document.querySelector("h1").textContent;
let game = null, text = "", saving = 0;

function dataOf(name) {
  return text ? pasted(text) : DATA.problems.find((data) => data.name === name) ?? DATA.problems[0];
}

// Runs the search anew and shows a step of it.
function start(data, step = 0) {
  const problem = problemOf(data), seed = Number(byId("seed").value);
  const run = record(problem, byId("rule").value, seed, MOST_STEPS);
  const covers = [];
  run.kinds.forEach((kind, at) => { if (kind === FOUND) covers.push(at); });
  run.coversAt = (at) => below(covers, at + 1);
  game = { data, problem, run, walk: new Walk(run) };
  byId("problem").value = text ? "" : data.name;
  byId("problem").closest("label").hidden = !text && DATA.problems.length === 1;
  document.querySelector("h1").textContent = text ? data.name : HEADING;
  byId("size").textContent = `${grouped(problem.nOptions)} options, ${grouped(problem.nPrimary)} primary and ${grouped(problem.nItems - problem.nPrimary)} secondary items${data.hasCosts ? "; the costs of options are left out" : ""}`;
  byId("capped").hidden = run.isWhole;
  byId("capped").textContent = `The search is longer: this page plays its first ${grouped(run.nSteps)} steps.`;
  byId("seed").disabled = byId("rule").value !== "random";
  loadViews(game);
  controls.load(game, step);
  compareRules(problem, seed);
}

// How many of the ascending numbers are below a bound.
function below(numbers, bound) {
  let first = 0, last = numbers.length;
  while (first < last) {
    const middle = (first + last) >> 1;
    if (numbers[middle] < bound) first = middle + 1;
    else last = middle;
  }
  return first;
}

// Counts the nodes of each rule, one after the other, so that the page stays awake.
function compareRules(problem, seed) {
  const cells = Object.keys(RULES).map((rule) => [rule, byId(`nodes-${rule}`)]);
  for (const [, cell] of cells) cell.textContent = "…";
  const next = () => {
    const [rule, cell] = cells.shift() ?? [];
    if (!rule || game.problem !== problem) return;
    const { nNodes, nCovers, isWhole } = record(problem, rule, seed, MOST_STEPS);
    cell.textContent = `${isWhole ? "" : "cut off at "}${plural(nNodes, "node")}, ${plural(nCovers, "cover")}`;
    setTimeout(next);
  };
  setTimeout(next);
}

// Saves soon, and once: browsers refuse many changes of an address in a short time.
function saveState() {
  clearTimeout(saving);
  saving = setTimeout(saveNow, 200);
}

function saveNow() {
  const kept = new URLSearchParams();
  if (!text) kept.set("problem", game.data.name);
  else if (text.length <= MOST_KEPT) kept.set("text", text);
  for (const name of ["rule", "seed", "speed", "depth"]) if (byId(name).value) kept.set(name, byId(name).value);
  kept.set("step", game.walk.step + 1);
  history.replaceState(null, "", `#${kept}`);
}

function restoreState() {
  clearTimeout(saving);
  const kept = new URLSearchParams(location.hash.slice(1));
  text = kept.get("text") ?? "";
  if (text) byId("text").value = text;
  for (const name of ["rule", "seed", "speed", "depth"]) {
    const field = byId(name), value = kept.get(name) ?? field.dataset.usual;
    field.value = value;
    if (field.value !== value || !field.checkValidity()) field.value = field.dataset.usual;
  }
  const step = Number(kept.get("step") ?? 1);
  tryToStart(kept.get("problem"), Number.isInteger(step) ? step - 1 : 0);
}

function tryToStart(name, step = 0) {
  byId("fault").textContent = "";
  try {
    start(dataOf(name), step);
  } catch (fault) {
    byId("fault").textContent = fault.message;
    byId("pasting").open = true;
    text = "";
    if (!game) start(DATA.problems[0]);
  }
}

// Goes to the step at which a node of the tree is reached.
function goToNode(node) {
  const step = game.run.nodeOf.findIndex((at, k) => at === node && [BRANCH, FOUND].includes(game.run.kinds[k]));
  if (step >= 0) controls.goTo(step);
}

// Saves the views of this step as one SVG.
function exportFrame() {
  const shown = [...document.querySelectorAll("section:not([hidden]) svg")].filter((svg) => svg.clientWidth > 0);
  const pictures = [...views.map((view) => view.drawing?.()).filter(Boolean), ...shown];
  const style = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join("\n");
  let top = 0, width = 0;
  const parts = pictures.map((svg) => {
    const copy = svg.cloneNode(true), [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    const scale = svg.closest("#board,#sat-board") ? 4 : 1;
    for (const [name, value] of Object.entries({ x: 0, y: top, width: wide * scale, height: high * scale })) copy.setAttribute(name, value);
    top += high * scale + 16;
    width = Math.max(width, wide * scale);
    return copy;
  });
  const about = { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${top}`, width, height: top };
  const whole = svgElement("svg", about, svgElement("title", {}, byId("said").textContent), svgElement("style", {}, style), ...parts);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(whole)], { type: "image/svg+xml" }));
  link.download = `${game.data.name.replace(/[^\w-]+/g, "-")}-step-${game.walk.step + 1}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

byId("problem").addEventListener("change", ({ target }) => {
  text = "";
  tryToStart(target.value);
});
byId("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  text = byId("text").value;
  tryToStart("");
});
for (const name of ["rule", "seed"]) byId(name).addEventListener("change", () => tryToStart(game.data.name));
for (const name of ["speed", "depth"]) byId(name).addEventListener("change", saveState);
byId("export").addEventListener("click", exportFrame);
if (matchMedia("(prefers-reduced-motion: reduce)").matches) byId("speed").dataset.usual = "1";
window.addEventListener("hashchange", restoreState);
restoreState();
