// The model of the opened cover: turns by mouse, touch and keys, and takes pieces off one by one.
"use strict";
const TURN = Math.PI / 12;  // by a key or a button
const PER_PIXEL = 0.01;
const FIRST_VIEW = { turn: -0.6, tilt: 0.5, apart: 0, off: 0 };
const view = { ...FIRST_VIEW };  // stays as it is from cover to cover, but for the pieces
let space = null, whenTurned = () => {};

// changed: called with the copies that are taken off whenever others are.
function openSpace(board, cover, changed) {
  space = spaceOf(board, cover);
  whenTurned = changed;
  byId("shown").max = space.order.length;
  change({ off: 0 });
}

function change(wanted) {
  const takesOff = "off" in wanted;
  Object.assign(view, wanted);
  view.tilt = Math.min(Math.max(view.tilt, -Math.PI / 2), Math.PI / 2);
  view.off = Math.min(Math.max(view.off, 0), space.order.length);
  drawSpace(byId("model"), space, view);
  if (takesOff) tellPieces();
}

function tellPieces() {
  const n = space.order.length, shown = n - view.off;
  const off = space.order.slice(shown).reverse();
  byId("shown").value = shown;
  byId("off").textContent = `${shown} of ${n}` + (off.length ? `; off: ${off.map((copy) => space.copies[copy - 1][1]).join(" ")}` : "");
  byId("model").setAttribute("aria-label", `Model, ${shown} of ${n} pieces`);
  whenTurned(new Set(off));
}

function turnBy({ turn = 0, tilt = 0, off = 0 }) {
  if (off) change({ off: view.off + off });
  else change({ turn: view.turn + turn * TURN, tilt: view.tilt + tilt * TURN });
}

const KEYS = {
  ArrowLeft: { turn: -1 }, ArrowRight: { turn: 1 }, ArrowUp: { tilt: 1 }, ArrowDown: { tilt: -1 }, "-": { off: 1 }, "+": { off: -1 },
};

byId("model").addEventListener("keydown", (event) => {
  if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  turnBy(KEYS[event.key]);
});
let held = null;  // where the pointer was; not every browser tells how far a finger moved
byId("model").addEventListener("pointerdown", (event) => {
  event.target.setPointerCapture(event.pointerId);
  held = event;
});
byId("model").addEventListener("pointermove", (event) => {
  if (held?.pointerId !== event.pointerId) return;
  const right = event.clientX - held.clientX, down = event.clientY - held.clientY;
  held = event;
  change({ turn: view.turn + PER_PIXEL * right, tilt: view.tilt + PER_PIXEL * down });
});
byId("model").addEventListener("lostpointercapture", () => { held = null; });
for (const button of document.querySelectorAll("#space button")) {
  const { turn, tilt, off } = button.dataset;
  button.addEventListener("click", () => turnBy({ turn: Number(turn ?? 0), tilt: Number(tilt ?? 0), off: Number(off ?? 0) }));
}
byId("apart").addEventListener("input", (event) => change({ apart: Number(event.target.value) }));
byId("shown").addEventListener("input", (event) => change({ off: space.order.length - Number(event.target.value) }));
new ResizeObserver(() => { if (space && byId("model").clientWidth) change({}); }).observe(byId("model"));
