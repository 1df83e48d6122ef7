// The covers of the file, numbered from 1, and what all of them share.
"use strict";
const PER_PAGE = 100;

const byId = (id) => document.getElementById(id);
const grouped = (number) => number.toLocaleString("en");
const LINES = byId("covers").textContent.split("\n").filter(Boolean);
const N_PAGES = Math.ceil(LINES.length / PER_PAGE) || 1;
const coverOf = (number) => JSON.parse(LINES[number - 1]);
const BOARD = LINES.length ? coverOf(1).board : null;
const IS_SPACE = Boolean(BOARD?.pieces) && BOARD.shape[0] > 1;
const pageOf = (number) => Math.ceil(number / PER_PAGE);
const captionOf = (number, cover) => grouped(number) + (cover.row ? `, ${cover.row}` : "") + (cover.cost ? `, cost ${cover.cost}` : "")
  + (cover.level ? `, level ${cover.level}` : "");
