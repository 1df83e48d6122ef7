// Reads a pasted problem: Knuth's text here, a sudoku and a box drawing in scripts of their own.
"use strict";
function pasted(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const used = lines.filter((line) => line.trim() && !line.startsWith(";"));
  if (used.length === 0) throw new Error("Nothing is pasted.");
  if (used.length === 1 && /^\s*[a-z][\w-]*\/\S+$/.test(used[0])) throw new Error(`${used[0].trim()} is a name: its page is made by danceoff play ${used[0].trim()}.`);
  if (used.some((line) => /^\s*(\[[\w.]+\]|[\w-]+\s*=\s)/.test(line))) throw new Error("TOML cannot be pasted: the page of a file is made by danceoff play FILE.");
  if (used.every((line) => /^[.#]+$/.test(line)) && used.join("").includes("#")) return boxOf(lines);
  const drawn = used.map((line) => line.replace(/\s/g, "")).filter((line) => /[^-+|]/.test(line));  // the rule of sdk.py
  const squares = drawn.map((line) => line.replaceAll("|", ""));
  const isBoard = squares.length === 1 || (squares.every((line) => line.length === squares.length) && /[.0]/.test(squares.join("")));
  const widths = drawn.filter((line) => line.includes("|")).flatMap((line) => line.replace(/^\||\|$/g, "").split("|").map((part) => part.length));
  if (isBoard && squares.every((line) => /^[.0-9A-Za-z]+$/.test(line))) return sudokuOf(squares.join(""), widths);
  const bare = lines.map((line) => line.replace(/^\s*(\\|#|%|\/\/).*|[,;]+(?=\s|$)/g, ""));  // the rule of knuth.py
  const read = [lines, bare].map((text) => { try { return knuthOf(text); } catch (error) { return error; } });
  const found = read.find(({ items }, k) => items && !(k && /[\\#%,;]|\/\//.test(items.join(" "))));
  if (!found) throw read[0];
  if (!found.options.length) throw new Error("There is no option below the items. A sudoku has . or 0 for an empty square.");
  return found;
}

// Knuth's text: a line of items, with | before the secondary ones, and a line for each option.
function knuthOf(lines) {
  const rows = lines.map((line, k) => [k + 1, line.split(/\s+/).filter(Boolean)]);
  const [[first, head], ...rest] = rows.filter(([, words]) => words.length && !words[0].startsWith("|"));
  const data = { name: "pasted", items: [], nPrimary: 0, options: [], names: [], least: [], most: [], board: null };
  const colours = [], colourNames = [], number = new Map();
  const bar = head.includes("|") ? head.indexOf("|") : head.length;
  head.forEach((word, k) => {
    if (k === bar) return;
    const bounds = k < bar ? /^(?:(\d+):)?(\d+)\|(.+)$/.exec(word) : null;
    const name = bounds ? bounds[3] : word;
    if (/[|:]/.test(name) || number.has(name)) throw new Error(`Line ${first}: ${word} is no name of an item, or comes twice.`);
    number.set(name, number.size);
    data.items.push(name);
    data.least.push(bounds ? Number(bounds[1] ?? bounds[2]) : k < bar ? 1 : 0);
    data.most.push(bounds ? Number(bounds[2]) : 1);
    if (data.most.at(-1) < Math.max(data.least.at(-1), 1)) throw new Error(`Line ${first}: ${word} cannot be satisfied.`);
  });
  data.nPrimary = bar;
  for (const [line, words] of rest) {
    const entries = words.filter((word) => !/^\|[+-]?\d+$/.test(word)).map((word) => {
      if (/.\|[+-]?\d+$|^[^:]*:$/.test(word)) throw new Error(`Line ${line}: ${word}: a cost stands apart, and a colour has a name.`);
      const [name, ...colour] = word.split(":");
      if (!number.has(name)) throw new Error(`Line ${line}: ${name} is not in the line of items.`);
      if (colour.length && number.get(name) < bar) throw new Error(`Line ${line}: ${name} is primary and takes no colour.`);
      return [number.get(name), colour.join(":")];
    }).sort((one, other) => one[0] - other[0]);
    const items = entries.map(([item]) => item);
    if (new Set(items).size < items.length) throw new Error(`Line ${line}: an item comes twice.`);
    if (!items.some((item) => item < bar)) continue;  // as in Knuth's programs
    data.options.push(items);
    colours.push(entries.map(([, colour]) => {
      if (colour && !colourNames.includes(colour)) colourNames.push(colour);
      return colour ? colourNames.indexOf(colour) + 1 : 0;
    }));
  }
  data.hasCosts = rest.some(([, words]) => words.some((word) => /^\|[+-]?\d+$/.test(word)));
  return colourNames.length ? { ...data, colours, colourNames } : data;
}
