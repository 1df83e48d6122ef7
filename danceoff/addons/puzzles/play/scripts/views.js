// The views of a search. A view is an object with these functions, all but the first of which it may leave out:
//   show(game)   draws the step at which game.walk is; it is called once a frame, so it changes only what is new
//   load(game)   draws a new problem; a view that cannot show it hides its section
//   light(lit)   marks { option, item } (-1 for none), on which a pointer or the focus is, in any view
//   drawing()    returns an SVG for the export of a frame, if the section shows none
// game is { data, problem, run, walk }: see problem.js, search.js and walk.js.
"use strict";
const DATA = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const grouped = (n) => n.toLocaleString("en");
const plural = (n, word) => `${grouped(n)} ${word}${n === 1 ? "" : "s"}`;
const views = [];
const NOTHING = { option: -1, item: -1 };
let lit = NOTHING;

const registerView = (view) => views.push(view);

function loadViews(game) {
  lit = NOTHING;
  for (const view of views) view.load?.(game);
}

function showViews(game) {
  for (const view of views) view.show(game);
  if (lit !== NOTHING) for (const view of views) view.light?.(lit);
}

function lightUp(option, item = -1) {
  if (option === lit.option && item === lit.item) return;
  lit = option < 0 && item < 0 ? NOTHING : { option, item };
  for (const view of views) view.light?.(lit);
}

// Lights what is under the pointer or has the focus: elements with data-option or data-item, and data-cell by `ofCell`.
function lightFrom(element, ofCell) {
  const from = ({ target }) => {
    const marked = target.closest("[data-option],[data-item],[data-cell]");
    if (!marked) lightUp(-1);
    else if (marked.dataset.cell !== undefined) lightUp(...ofCell(Number(marked.dataset.cell)));
    else lightUp(Number(marked.dataset.option ?? -1), Number(marked.dataset.item ?? -1));
  };
  element.addEventListener("pointerover", from);
  element.addEventListener("focusin", from);
  element.addEventListener("pointerleave", () => lightUp(-1));
  element.addEventListener("focusout", () => lightUp(-1));
}
