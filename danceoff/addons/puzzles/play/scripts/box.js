// Reads a box drawn as text: a region (. is a cell to fill), an empty line, and pieces (# is a cell) with empty lines
// between them. A piece may be rotated; with the first line "; pieces: free" also reflected, with "fixed" neither.
"use strict";
const PIECE_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

function boxOf(lines) {
  const says = lines.findIndex(Boolean), [, freedom] = /^; pieces: (fixed|one-sided|free)$/.exec(lines[says]) ?? [];
  const drawn = lines.slice(freedom ? says + 1 : 0), other = drawn.find((line) => line.startsWith(";"));
  if (other) throw new Error(`${other}: write ; pieces: fixed, one-sided or free in the first line.`);
  const begin = drawn.findIndex(Boolean);
  const end = drawn.indexOf("", begin) < 0 ? drawn.length : drawn.indexOf("", begin);
  const region = drawn.slice(begin, end), rows = region.length, columns = region[0].length;
  if (region.some((line) => line.length !== columns)) throw new Error("The lines of the region have different lengths.");
  const layers = rows > 1 ? [region.join("\n"), region.join("\n").replaceAll("#", ".")] : [];
  if (drawn.slice(end).join("\n").trim().split(/\n\n+/).some((block) => layers.includes(block))) throw new Error("There is a second layer of the region: boxes in space are drawn in .toml.");
  const cells = [];
  region.forEach((line, row) => [...line].forEach((mark, column) => { if (mark === ".") cells.push(row * columns + column); }));
  const pieces = piecesOf(drawn.slice(end), rows === 1, freedom);
  if (!cells.length || !pieces.length) throw new Error("A box drawing has a region with . cells, an empty line, and pieces of #.");

  const itemOf = new Map(cells.map((cell, item) => [cell, item]));
  const options = [], piece = [];
  pieces.forEach(({ shapes }, k) => {
    const found = [];
    for (const shape of shapes) {
      const high = Math.max(...shape.map(([row]) => row)), wide = Math.max(...shape.map(([, column]) => column));
      for (let top = 0; top + high < rows; top += 1) {
        for (let left = 0; left + wide < columns; left += 1) {
          const items = shape.map(([row, column]) => itemOf.get((row + top) * columns + column + left));
          if (items.every((item) => item !== undefined)) found.push([...items].sort((one, other) => one - other));
        }
      }
    }
    found.sort(byNumbers);
    for (const items of found) {
      options.push([...items, cells.length + k]);
      piece.push(k);
    }
  });
  const once = pieces.map(({ count }, k) => (count === 1 ? k : -1)).filter((k) => k >= 0);
  const own = new Map(once.map((k, place) => [k, [pieces[k].name, place % DATA.nColours]]));
  const left = [...PIECE_LETTERS].filter((letter) => !once.some((k) => pieces[k].name === letter));
  const area = [...region.join("")].map((mark) => (mark === "." ? EMPTY : WALL));
  const ones = cells.map(() => 1), counts = pieces.map(({ count }) => count);
  return {
    name: "pasted box",
    items: [...cells.map((cell) => `${Math.floor(cell / columns)},${cell % columns}`), ...pieces.map(({ name }) => name)],
    nPrimary: cells.length + pieces.length,
    options,
    names: [],
    least: [...ones, ...counts],
    most: [...ones, ...counts],
    board: {
      shape: [1, rows, columns], area, colour: area.map(() => -1), pieces: pieces.map(({ name }) => name),
      cellOf: [...cells, ...pieces.map(() => -1)], piece, once: pieces.map((_, k) => own.get(k) ?? null), left,
    },
  };
}

// The pieces with their orientations; those that are the same count as copies of the first.
function piecesOf(lines, oneALine, freedom) {
  const marked = lines.map((line) => (line.includes("#") ? line : "")).join("\n").trim();
  const drawings = marked.split(oneALine ? /\n+/ : /\n\n+/).filter(Boolean).map((drawing) => drawing.split("\n"));
  const kinds = new Map();
  drawings.forEach((drawing, k) => {
    const shapes = orientationsOf(drawing, freedom), key = JSON.stringify(shapes);
    if (kinds.has(key)) kinds.get(key).count += 1;
    else kinds.set(key, { name: PIECE_LETTERS[k] ?? `piece${k + 1}`, shapes, count: 1 });
  });
  return [...kinds.values()];
}

function orientationsOf(drawing, freedom) {
  let shape = drawing.flatMap((line, row) => [...line].flatMap((mark, column) => (mark === "#" ? [[row, column]] : [])));
  const found = new Map();
  for (let turn = 0; turn < (freedom === "fixed" ? 1 : freedom === "free" ? 8 : 4); turn += 1) {
    if (turn === 4) shape = shape.map(([row, column]) => [row, -column]);
    const top = Math.min(...shape.map(([row]) => row)), left = Math.min(...shape.map(([, column]) => column));
    const moved = shape.map(([row, column]) => [row - top, column - left]).sort(byNumbers);
    found.set(JSON.stringify(moved), moved);
    shape = shape.map(([row, column]) => [column, -row]);
  }
  return [...found.values()].sort((one, other) => byNumbers(one.flat(), other.flat()));
}

function byNumbers(one, other) {
  const k = one.findIndex((value, place) => value !== other[place]);
  return k < 0 ? 0 : one[k] - other[k];
}
