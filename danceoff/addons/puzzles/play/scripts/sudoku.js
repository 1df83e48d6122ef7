// Reads a sudoku, as a line of its squares; . or 0 is an empty one.
"use strict";
const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// widths: how many squares stand between bars.
function sudokuOf(line, widths) {
  const side = Math.round(Math.sqrt(line.length));
  let height = Math.floor(Math.sqrt(side));
  while (side % height) height -= 1;
  if (side * side !== line.length || height === 1 || side > SYMBOLS.length) {
    throw new Error(`${line.length} characters are no sudoku: it has 16, 36, 64, 81, 100, 144, ... squares.`);
  }
  const width = side / height;
  if (widths.some((one) => one !== width)) throw new Error(`The bars part other boxes than ${height}x${width}, the usual ones.`);
  if (side > 9 && /[.].*0|0.*[.]/.test(line)) throw new Error("Here are both . and 0: write . for an empty square.");
  const houseOf = (square) => {
    const row = Math.floor(square / side), column = square % side;
    return [row, column, Math.floor(row / height) * height + Math.floor(column / width)];
  };
  const nSquares = side * side;
  const itemsOf = (square, value) => [square, ...houseOf(square).map((house, kind) => (kind + 1) * nSquares + house * side + value)];
  const taken = [], isCovered = new Uint8Array(4 * nSquares);
  const symbols = SYMBOLS.slice(0, side);
  [...line].forEach((mark, square) => {
    if (".0".includes(mark)) return;
    const value = symbols.indexOf(mark);
    if (value < 0) throw new Error(`${mark} is no symbol of a sudoku of side ${side}.`);
    for (const item of itemsOf(square, value)) {
      if (isCovered[item]) throw new Error(`The givens contradict each other at row ${houseOf(square)[0] + 1}, column ${houseOf(square)[1] + 1}.`);
      isCovered[item] = 1;
    }
    taken.push([square, value]);
  });
  const number = new Map(), items = [];
  for (let item = 0; item < 4 * nSquares; item += 1) {
    if (isCovered[item]) continue;
    number.set(item, items.length);
    const kind = Math.floor(item / nSquares), group = Math.floor((item % nSquares) / side), member = item % side;
    items.push(kind ? `${"prcb"[kind]}${group + 1}=${symbols[member]}` : `p${group + 1},${member + 1}`);
  }
  const options = [], names = [], square = [], symbol = [];
  for (let place = 0; place < nSquares; place += 1) {
    for (let value = 0; value < side; value += 1) {
      const covered = itemsOf(place, value);
      if (covered.some((item) => isCovered[item])) continue;
      options.push(covered.map((item) => number.get(item)));
      names.push(`r${Math.floor(place / side) + 1} c${(place % side) + 1} ${symbols[value]}`);
      square.push(place);
      symbol.push(value);
    }
  }
  const area = Array.from({ length: nSquares }, (_, place) => houseOf(place)[2]);
  const board = {
    shape: [1, side, side], area, colour: area.map(() => -1), symbols: [...symbols].map((one) => [one, ""]),
    given: taken.map(([place]) => place), isChess: false, square, symbol, taken,
  };
  return { name: "pasted sudoku", items, nPrimary: items.length, options, names, board };
}
