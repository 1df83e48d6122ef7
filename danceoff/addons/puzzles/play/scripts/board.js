// The board: the pieces or symbols of the options that are taken, drawn by the script of a gallery.
"use strict";
let BOARD = null;  // what cells.js draws

// A view of the board in a section; a section may also show options that are taken in another search.
function boardIn(section) {
  const place = section.querySelector(".picture");
  let problem = null, before = "", layers = [], optionAt = [];

  function load(game) {
    ({ problem } = game);
    BOARD = problem.board;
    section.hidden = !BOARD;
    before = "none";
    place.replaceChildren();
    layers = [];
  }

  const show = ({ walk }) => showTaken(walk.taken(), walk.branched, walk.lost);

  // branched, lost: the items to be marked.
  function showTaken(taken, branched = -1, lost = []) {
    if (!BOARD) return;
    const key = [taken, branched, lost].join(";");
    if (key === before) return;
    before = key;
    const seen = seenIn(coverOf(taken));
    if (layers.length === 0) {
      layers = layersOf(coverOf(taken));
      place.replaceChildren(...layers);
    }
    layers.forEach((svg, layer) => {
      const desc = svgElement("desc", {}, inWords(seen, layer));
      const marks = [
        svgElement("path", { class: "branched", d: ringsIn(layer, branched < 0 ? [] : cellsOfItem(branched)) }),
        svgElement("path", { class: "lost", d: ringsIn(layer, lost.flatMap(cellsOfItem)) }),
        svgElement("path", { class: "ring" }),
      ];
      svg.replaceChildren(desc, ...layerOf(seen, layer), ...marks, ...targets(layer));
    });
  }

  // What cells.js needs to draw a cover.
  function coverOf(taken) {
    const cells = new Array(BOARD.area.length).fill(0), copies = [];
    optionAt = new Array(BOARD.area.length).fill(-1);
    for (const [square, symbol] of BOARD.taken ?? []) cells[square] = symbol + 1;
    taken.forEach((option, place) => {
      for (const cell of cellsOf(option)) {
        cells[cell] = BOARD.symbols ? BOARD.symbol[option] + 1 : place + 1;
        optionAt[cell] = option;
      }
      if (!BOARD.symbols) copies.push([BOARD.piece[option], ...copyOf(BOARD.piece[option], place)]);
    });
    return { cells, copies };
  }

  // The letter and the colour of a piece that is taken after `place` others.
  function copyOf(piece, place) {
    const { once, left } = BOARD, nOnce = once.filter(Boolean).length;
    return once[piece] ?? [left[place % left.length], (nOnce + place) % DATA.nColours];
  }

  const cellsOf = (option) =>
    BOARD.symbols ? [BOARD.square[option]] : problem.options[option].map((item) => BOARD.cellOf[item]).filter((cell) => cell >= 0);

  function cellsOfItem(item) {
    if (!BOARD.symbols) return BOARD.cellOf[item] >= 0 ? [BOARD.cellOf[item]] : [];
    return problem.options.flatMap((items, option) => (items.includes(item) ? [BOARD.square[option]] : []));
  }

  const corner = (cell) => {
    const [, rows, columns] = BOARD.shape;
    return [MARGIN + (cell % columns) * CELL, MARGIN + (Math.floor(cell / columns) % rows) * CELL];
  };

  function* targets(layer) {
    const [, rows, columns] = BOARD.shape;
    for (let cell = layer * rows * columns; cell < (layer + 1) * rows * columns; cell += 1) {
      const [x, y] = corner(cell);
      if (BOARD.area[cell] !== WALL) yield svgElement("rect", { x, y, width: CELL, height: CELL, class: "target", "data-cell": cell });
    }
  }

  // A ring in each of the cells that are in the layer.
  function ringsIn(layer, cells) {
    const [, rows, columns] = BOARD.shape;
    const here = [...new Set(cells)].filter((cell) => Math.floor(cell / (rows * columns)) === layer);
    return here.map((cell) => `M${corner(cell).map((at) => at + 1).join(" ")}h8v8h-8z`).join("");
  }

  function light({ option, item }) {
    if (!BOARD) return;
    const cells = option >= 0 ? cellsOf(option) : item >= 0 ? cellsOfItem(item) : [];
    layers.forEach((svg, layer) => svg.querySelector(".ring").setAttribute("d", ringsIn(layer, cells)));
  }

  lightFrom(place, (cell) => (optionAt[cell] >= 0 ? [optionAt[cell]] : [-1, BOARD.cellOf?.indexOf(cell) ?? -1]));
  return { load, show, showTaken, light };
}

registerView(boardIn(byId("board")));
