// Draws a packing in space on a canvas: cubes in parallel projection, without hidden sides, the farthest ones first.
// A place is [right, back, up], in widths of a cube, from the middle of the board; the first layer is on top.
"use strict";
const WHITE = [0, 0.12, 0.35];  // mixed into the sides on the right or left, in front or behind, above or below
const HALF_DIAGONAL = Math.sqrt(3) / 2;
const HALF_LETTER = 0.2;  // a letter stands in a cube of twice this width
const SMALLEST_LETTER = 7;  // pixels

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (place, direction, factor) => place.map((x, axis) => x + factor * direction[axis]);
const unit = (axis) => [0, 1, 2].map((other) => Number(other === axis));

// The cubes of a cover; `copyAt` has a margin of a cell around the board, and `steps` leads to the next cell of an axis.
function spaceOf(board, cover) {
  const [layers, rows, columns] = board.shape;
  const steps = [1, -(columns + 2), -(columns + 2) * (rows + 2)];
  const copyAt = new Uint32Array(-(layers + 2) * steps[2]);
  const cubes = [];
  cover.cells.forEach((copy, cell) => {
    const column = cell % columns, row = Math.floor(cell / columns) % rows, layer = Math.floor(cell / columns / rows);
    const index = -(layer + 1) * steps[2] - (row + 1) * steps[1] + column + 1;
    copyAt[index] = copy;
    const place = [column - (columns - 1) / 2, (rows - 1) / 2 - row, (layers - 1) / 2 - layer];
    if (copy) cubes.push({ copy, index, place });
  });
  const middles = middlesOf(cubes);
  const order = [...middles.keys()].sort((a, b) => middles.get(a)[2] - middles.get(b)[2] || a - b);  // the upper ones are taken off first
  return { cubes, copyAt, steps, middles, order, copies: cover.copies };
}

function middlesOf(cubes) {
  const sums = new Map();
  for (const { copy, place } of cubes) {
    const { sum, n } = sums.get(copy) ?? { sum: [0, 0, 0], n: 0 };
    sums.set(copy, { sum: along(sum, place, 1), n: n + 1 });
  }
  return new Map([...sums].map(([copy, { sum, n }]) => [copy, sum.map((x) => x / n)]));
}

// view: turn and tilt in radians, how far the pieces are apart (0 for not at all), and how many are taken off.
function drawSpace(canvas, space, view) {
  const eye = eyeOf(view);
  const sheet = sheetOf(canvas, space, eye, view.apart);
  const cubes = visible(space, eye, view);
  const letters = lettersOf(cubes, eye);
  for (const cube of farthestFirst(cubes, eye)) {
    for (const axis of cube.sides) drawSide(sheet, space, eye, cube, axis);
    if (letters.get(cube.copy).cube === cube) drawLetter(sheet, space, eye, letters.get(cube.copy));
  }
}

// The directions of the projection: to the right and up on the sheet, and from the board to the eye.
function eyeOf({ turn, tilt }) {
  const [c, s, ct, st] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
  return { right: [c, -s, 0], up: [s * st, c * st, ct], toward: [-s * ct, -c * ct, st] };
}

function sheetOf(canvas, space, eye, apart) {
  const context = canvas.getContext("2d"), pixels = devicePixelRatio;
  canvas.width = canvas.clientWidth * pixels;
  canvas.height = canvas.clientHeight * pixels;
  const places = space.cubes.map((cube) => spread(space, cube, apart));
  const radius = Math.max(1, ...places.map((place) => Math.hypot(...place) + HALF_DIAGONAL));
  const scale = Math.min(canvas.width, canvas.height) / 2 / radius;
  const at = (place) => [canvas.width / 2 + scale * dot(place, eye.right), canvas.height / 2 - scale * dot(place, eye.up)];
  const ink = getComputedStyle(canvas).getPropertyValue("--line");
  return { context, scale, at, ink, pixels };
}

const spread = (space, cube, apart) => along(cube.place, space.middles.get(cube.copy), apart);

// The cubes that have a visible side, with the axes of these sides.
function visible(space, eye, { apart, off }) {
  const isShown = new Set(space.order.slice(0, space.order.length - off));
  const hides = (copy, other) => isShown.has(other) && (other === copy || apart === 0);
  const facing = [0, 1, 2].filter((axis) => Math.abs(eye.toward[axis]) > 1e-9);
  return space.cubes
    .filter((cube) => isShown.has(cube.copy))
    .map((cube) => ({
      ...cube,
      place: spread(space, cube, apart),
      sides: facing.filter((axis) => !hides(cube.copy, space.copyAt[cube.index + Math.sign(eye.toward[axis]) * space.steps[axis]])),
    }))
    .filter((cube) => cube.sides.length);
}

// Orders cubes so that none is hidden by an earlier one (Kahn 1962, on the pairs that overlap on the sheet).
function farthestFirst(cubes, eye) {
  const width = eye.right.reduce((sum, x) => sum + Math.abs(x), 0);
  const nodes = cubes.map((cube) => ({ cube, x: dot(cube.place, eye.right), nearer: [], waits: 0 }));
  nodes.sort((a, b) => a.x - b.x);
  nodes.forEach((a, k) => {
    for (let other = k + 1; other < nodes.length && nodes[other].x - a.x < width; other++) {
      const b = nodes[other], way = wayBack(b.cube.place, a.cube.place, eye.toward);
      if (way === 0) continue;
      (way > 0 ? a : b).nearer.push(way > 0 ? b : a);
      (way > 0 ? b : a).waits++;
    }
  });
  const ready = nodes.filter((node) => node.waits === 0);
  for (const node of ready) ready.push(...node.nearer.filter((near) => --near.waits === 0));
  const left = nodes.filter((node) => node.waits > 0);  // three cubes may each hide a part of the next
  return [...ready, ...left].map((node) => node.cube);
}

// About how far a cube must go away from the eye to run into another one: negative towards the eye, 0 if it never does.
// touching: how far apart, along an axis, the middles are of cubes that touch.
function wayBack(from, to, toward, touching = 1) {
  let least = -Infinity, most = Infinity;
  for (const axis of [0, 1, 2]) {
    const way = from[axis] - to[axis], speed = toward[axis];
    if (Math.abs(speed) < 1e-9 && Math.abs(way) < touching - 1e-6) continue;
    const ends = [(way - touching) / speed, (way + touching) / speed];
    least = Math.max(least, Math.min(...ends));
    most = Math.min(most, Math.max(...ends));
  }
  return most - least > 1e-6 ? least + most : 0;
}

function drawSide(sheet, space, eye, cube, axis) {
  const sign = Math.sign(eye.toward[axis]);
  const [a, b] = [0, 1, 2].filter((other) => other !== axis);
  const middle = along(cube.place, unit(axis), sign / 2);
  const corner = (s, t) => sheet.at(along(along(middle, unit(a), s / 2), unit(b), t / 2));
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  const fill = tinted(space.copies[cube.copy - 1][2], WHITE[axis]);
  trace(sheet.context, [...corners, corners[0]]);
  sheet.context.fillStyle = sheet.context.strokeStyle = fill;
  sheet.context.lineWidth = sheet.pixels / 2;  // closes the seam between neighbours
  sheet.context.fill();
  sheet.context.stroke();
  const steps = [-space.steps[b], space.steps[a], space.steps[b], -space.steps[a]];
  steps.forEach((step, k) => {
    const isFlat = space.copyAt[cube.index + step] === cube.copy
      && space.copyAt[cube.index + step + sign * space.steps[axis]] !== cube.copy;
    trace(sheet.context, [corners[k], corners[(k + 1) % 4]]);
    sheet.context.strokeStyle = sheet.ink;
    sheet.context.globalAlpha = isFlat ? 0.15 : 1;  // within a piece, cubes can only just be counted
    sheet.context.lineWidth = Math.max(sheet.pixels / 2, sheet.scale / 24);
    sheet.context.stroke();
    sheet.context.globalAlpha = 1;
  });
}

function trace(context, points) {
  context.beginPath();
  context.lineCap = context.lineJoin = "round";
  points.forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
}

// For each copy the side that shows its letter: in sight, near, and facing the eye.
function lettersOf(cubes, { toward }) {
  const sides = new Map();
  for (const cube of cubes) {
    const own = cube.sides.map((axis) => ({ cube, axis, score: dot(cube.place, toward) + 2 * Math.abs(toward[axis]) }));
    sides.set(cube.copy, [...(sides.get(cube.copy) ?? []), ...own]);
  }
  const isInSight = ({ cube, axis }) => {
    const letter = along(cube.place, unit(axis), (0.5 + HALF_LETTER) * Math.sign(toward[axis]));
    return cubes.every((other) => wayBack(letter, other.place, toward, 0.5 + HALF_LETTER) >= 0);
  };
  const chosen = (all) => all.sort((a, b) => b.score - a.score).find(isInSight) ?? all[0];
  return new Map([...sides].map(([copy, all]) => [copy, chosen(all)]));
}

function drawLetter({ context, scale, at, ink, pixels }, space, { toward }, { cube, axis }) {
  if (scale / 2 < SMALLEST_LETTER * pixels) return;
  context.font = `${scale / 2}px system-ui, sans-serif`;
  context.fillStyle = ink;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(space.copies[cube.copy - 1][1], ...at(along(cube.place, unit(axis), Math.sign(toward[axis]) / 2)));
}

const fills = new Map();

// A colour of the style sheet, mixed with white, so that ink stays legible on it.
function tinted(colour, white) {
  if (!fills.has(colour)) {
    const probe = svgElement("svg", { class: "danceoff" }, svgElement("path", { class: `c${colour}` }));
    document.body.append(probe);
    fills.set(colour, getComputedStyle(probe.firstChild).fill.match(/[\d.]+/g).map(Number));
    probe.remove();
  }
  return `rgb(${fills.get(colour).map((part) => Math.round(part + (255 - part) * white)).join(" ")})`;
}
