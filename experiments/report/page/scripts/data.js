// The data of the page: records out of columns, and numbers as text.
"use strict";
const DATA = JSON.parse(document.getElementById("data").textContent);

// Record k of packed columns (data.py).
const record = ({ columns }, k) => Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[k]]));

const records = (packed) => Array.from({ length: packed.n }, (_, k) => record(packed, k));

const CELLS = records(DATA.cells);
CELLS.reduce((first, cell) => { cell.first_row = first; return first + cell.n_rows; }, 0);

// The rows behind a cell: its repeats.
const rowsOf = (cell) => Array.from({ length: cell.n_rows }, (_, k) => record(DATA.rows, cell.first_row + k));

const distinct = (values) => [...new Set(values)];
const grouped = (text) => `${text}`.replace(/(?<![\d.])\d{4,}/g, (digits) => {
  const head = digits.length % 3;
  return [digits.slice(0, head), ...digits.slice(head).match(/.{3}/g)].filter(Boolean).join(",");
});
const percent = (gap) => `${Number((100 * gap).toPrecision(3))} %`;

function seconds(value) {
  if (value === null || value === undefined) return "";
  return value < 0.1 ? value.toFixed(4) : value < 1000 ? value.toPrecision(3) : grouped(value.toFixed(0));
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function svg(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function button(text, attributes, act) {
  const made = element("button", { type: "button", ...attributes }, ...[text].flat());
  made.addEventListener("click", act);
  return made;
}

const byId = (id) => document.getElementById(id);

// A long name may be broken before a size or an option.
const breakable = (name) => name.split(/(?<=[:,/])/).flatMap((part, k) => (k ? [element("wbr"), part] : [part]));
