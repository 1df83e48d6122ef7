// A large matrix, on a canvas: rows of a few pixels. Only rows and columns whose state is new are drawn again.
"use strict";
const MOST_FINE = 8_000;  // options or items of a matrix that is drawn

registerView((() => {
  const place = byId("fine"), canvas = place.querySelector("canvas"), words = byId("fine-words");
  const context = canvas.getContext("2d");
  const TOP = 6;
  let game = null, wide = 1, high = 1, before = [], lit = NOTHING, inks = {};

  const isMine = ({ nOptions, nItems }) => nOptions > MOST_ROWS || nItems > MOST_COLUMNS;

  function load(loaded) {
    game = loaded;
    const { problem } = game;
    place.hidden = !isMine(problem);
    if (place.hidden) return;
    canvas.hidden = problem.nOptions > MOST_FINE || problem.nItems > MOST_FINE;
    if (canvas.hidden) words.textContent = "The matrix is too large to be drawn.";
    if (canvas.hidden) return;
    wide = Math.max(2, Math.min(8, Math.floor(640 / problem.nItems)));
    high = Math.max(2, Math.min(6, Math.floor(520 / problem.nOptions)));
    canvas.width = wide * problem.nItems;
    canvas.height = TOP + high * problem.nOptions;
    colour();
  }

  function colour() {
    const style = getComputedStyle(document.documentElement);
    const ink = (name) => style.getPropertyValue(name).trim();
    inks = { alive: ink("--text"), taken: ink("--taken"), out: ink("--gone"), lit: ink("--lit"), paper: ink("--paper"), branched: ink("--link"), lost: ink("--bad") };
    before = [];
  }

  function show({ problem, walk }) {
    if (place.hidden || canvas.hidden) return;
    const taken = new Set(walk.taken()), lost = new Set(walk.lost), { isOut, isOpen } = walk.links;
    let nLeft = 0;
    for (let option = 0; option < problem.nOptions; option += 1) {
      nLeft += 1 - isOut[option];
      const state = option === lit.option ? "lit" : taken.has(option) ? "taken" : isOut[option] ? "out" : "alive";
      if (state !== before[option]) drawRow(problem, option, state);
      before[option] = state;
    }
    for (let item = 0; item < problem.nItems; item += 1) {
      const state = item === lit.item ? "lit" : lost.has(item) ? "lost" : item === walk.branched ? "branched" : isOpen[item] ? "alive" : "paper";
      if (state === before[problem.nOptions + item]) continue;
      before[problem.nOptions + item] = state;
      context.fillStyle = inks[state];
      context.fillRect(item * wide, 0, Math.max(wide - 1, 1), TOP - 2);
    }
    words.textContent = `${grouped(nLeft)} of ${grouped(problem.nOptions)} options are left.`;
  }

  function drawRow(problem, option, state) {
    const top = TOP + option * high;
    context.clearRect(0, top, canvas.width, high);
    context.fillStyle = inks[state];
    for (const item of problem.options[option]) context.fillRect(item * wide, top, Math.max(wide - 1, 1), Math.max(high - 1, 1));
  }

  function light(now) {
    lit = now;
    if (game && !place.hidden) show(game);
  }

  canvas.addEventListener("pointermove", (event) => {
    const box = canvas.getBoundingClientRect(), scale = canvas.width / box.width;
    const option = Math.floor(((event.clientY - box.top) * scale - TOP) / high);
    const item = Math.floor((event.clientX - box.left) * scale / wide);
    if (option >= 0) lightUp(option < game.problem.nOptions ? option : -1);
    else lightUp(-1, item);
  });
  canvas.addEventListener("pointerleave", () => lightUp(-1));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colour();
    if (game && !place.hidden) show(game);
  });
  // The matrix as an SVG: a path for each state.
  function drawing() {
    if (place.hidden || canvas.hidden) return null;
    const { nOptions, options } = game.problem, outlines = {};
    const add = (state, x, y, height) => {
      outlines[state] = `${outlines[state] ?? ""}M${x * wide} ${y}h${Math.max(wide - 1, 1)}v${height}h-${Math.max(wide - 1, 1)}z`;
    };
    options.forEach((items, option) => items.forEach((item) => add(before[option], item, TOP + option * high, Math.max(high - 1, 1))));
    before.slice(nOptions).forEach((state, item) => add(state, item, 0, TOP - 2));
    const paths = Object.entries(outlines).map(([state, d]) => svgElement("path", { d, fill: inks[state] }));
    return svgElement("svg", { viewBox: `0 0 ${canvas.width} ${canvas.height}`, class: "matrix" }, ...paths);
  }
  return { load, show, light, drawing };
})());
