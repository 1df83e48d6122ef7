// Draws covers as <svg> elements. The classes and the size of a cell are those of the pictures that Python draws.
"use strict";
const CELL = 10, MARGIN = 3;
const EMPTY = -1, WALL = -2;
const LETTERS = 62;  // with more copies of pieces, letters would repeat

function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function drawnSvg(cover) {
  if (cover.svg) return new DOMParser().parseFromString(cover.svg, "image/svg+xml").documentElement;
  return layersOf(cover)[0];
}

function layersOf(cover) {
  const [layers, rows, columns] = BOARD.shape;
  const seen = seenIn(cover);
  const viewBox = `0 0 ${columns * CELL + 2 * MARGIN} ${rows * CELL + 2 * MARGIN}`;
  return Array.from({ length: layers }, (_, layer) => {
    const about = { class: "danceoff", role: "img", viewBox, "aria-label": layers > 1 ? `layer ${layer + 1}` : "cover" };
    return svgElement("svg", about, svgElement("desc", {}, inWords(seen, layer)), ...layerOf(seen, layer));
  });
}

// For each cell its area (borders lie between areas), its colour or -1, its label, and the class of the label.
function seenIn(cover) {
  const { area, colour, symbols, given, isChess } = BOARD;
  const number = cover.cells;
  if (symbols) {
    const written = number.map((k) => (k ? symbols[k - 1] : ["", ""]));
    const kind = written.map((symbol) => (isChess ? symbol[1] : "found"));
    if (!isChess) given.forEach((cell) => { kind[cell] = "given"; });
    const label = written.map((symbol) => symbol[0]);
    return { area, colour, label, kind, mark: label.map((text) => text || "·") };
  }
  const mark = number.map((k) => (k ? cover.copies[k - 1][1] : "·"));
  const isLabelled = cover.copies.length <= Math.max(LETTERS, BOARD.pieces.length);
  return {
    area: number.map((k, cell) => k || area[cell]),
    colour: number.map((k) => (k ? cover.copies[k - 1][2] : -1)),
    label: number.map((k, cell) => (k && isLabelled && isFirstOfLayer(number, cell) ? mark[cell] : "")),
    mark,
    kind: number.map(() => "on"),
  };
}

function isFirstOfLayer(number, cell) {
  const size = BOARD.shape[1] * BOARD.shape[2];
  return number.indexOf(number[cell], cell - (cell % size)) === cell;
}

function* layerOf(seen, layer) {
  const [, rows, columns] = BOARD.shape;
  const cells = Array.from({ length: rows * columns }, (_, place) => layer * rows * columns + place);
  const x = (cell) => MARGIN + (cell % columns) * CELL;
  const y = (cell) => MARGIN + (Math.floor(cell / columns) % rows) * CELL;
  const squares = (chosen) => chosen.map((cell) => `M${x(cell)} ${y(cell)}h${CELL}v${CELL}h-${CELL}z`).join("");
  const path = (kind, d) => svgElement("path", { class: kind, d });

  const inside = cells.filter((cell) => seen.area[cell] !== WALL);
  yield path("empty flat", squares(inside));
  for (const colour of new Set(cells.map((cell) => seen.colour[cell]).filter((colour) => colour >= 0))) {
    yield path(BOARD.isChess ? "square flat" : `c${colour} flat`, squares(cells.filter((cell) => seen.colour[cell] === colour)));
  }
  if (BOARD.symbols && !BOARD.isChess) yield path("rule", squares(inside));
  const around = (chosen, area) => chosen.map((cell) => edges(area, cell, x(cell), y(cell))).join("");
  if (BOARD.symbols) yield path("border", around(cells, seen.area));
  else {
    yield path("border", around(cells.filter((cell) => seen.area[cell] === EMPTY), BOARD.area));
    yield path("border seam", around(cells.filter((cell) => seen.area[cell] >= 0), seen.area));
  }
  for (const cell of cells.filter((cell) => seen.label[cell])) {
    yield svgElement("text", { x: x(cell) + CELL / 2, y: y(cell) + CELL / 2, class: seen.kind[cell] }, seen.label[cell]);
  }
}

// The path of those sides of a cell beyond which there is another area.
function edges(area, cell, x, y) {
  const [, rows, columns] = BOARD.shape;
  const row = Math.floor(cell / columns) % rows, column = cell % columns;
  const sides = [
    [column > 0, -1, `M${x} ${y}v${CELL}`],
    [column < columns - 1, 1, `M${x + CELL} ${y}v${CELL}`],
    [row > 0, -columns, `M${x} ${y}h${CELL}`],
    [row < rows - 1, columns, `M${x} ${y + CELL}h${CELL}`],
  ];
  return sides.filter(([isInside, step]) => area[cell] !== (isInside ? area[cell + step] : WALL)).map(([, , side]) => side).join("");
}

// A line of marks for each row, for screen readers.
function inWords(seen, layer) {
  const [, rows, columns] = BOARD.shape;
  const marks = seen.mark.map((mark, cell) => (seen.area[cell] === WALL ? "#" : mark));
  const lines = Array.from({ length: rows }, (_, row) => marks.slice((layer * rows + row) * columns, (layer * rows + row + 1) * columns));
  return lines.map((line) => line.join(" ")).join("\n");
}
