// The matrix: a row for each option, a column for each item; what is unlinked fades. Up to 12x12 the links are drawn.
// Larger ones than people can read are left to fine.js.
"use strict";
const MOST_ROWS = 80, MOST_COLUMNS = 80, MOST_LINKED = 12;
const STEP = 14, HEAD = 54, SIDE = 118;

registerView((() => {
  const place = byId("matrix");
  let rows = [], columns = [], links = null, before = [], isShown = false;
  const short = (name, n) => (name.length > n ? `${name.slice(0, n - 1)}…` : name);
  const x = (item) => SIDE + (item + 0.5) * STEP;
  const y = (option) => HEAD + (option + 0.5) * STEP;

  function load({ problem }) {
    isShown = problem.nOptions <= MOST_ROWS && problem.nItems <= MOST_COLUMNS;
    place.hidden = !isShown;
    if (!isShown) return place.replaceChildren();
    const width = SIDE + problem.nItems * STEP + 6, height = HEAD + problem.nOptions * STEP + 6;
    columns = Array.from({ length: problem.nItems }, (_, item) => {
      const name = svgElement("text", { transform: `translate(${x(item)} ${HEAD - 5}) rotate(-60)`, class: "name" }, short(problem.itemName(item), 9));
      const line = svgElement("path", { d: `M${x(item)} ${HEAD}V${height - 6}`, class: "line" });
      const kind = item < problem.nPrimary ? "primary" : "secondary";
      return svgElement("g", { class: `column ${kind}`, "data-item": item }, svgElement("title", {}, `${kind} item ${problem.itemName(item)}`), line, name);
    });
    rows = problem.options.map((items, option) => {
      const entries = items.map((item, k) => {
        const colour = problem.colours?.[option][k] ?? 0;
        const shape = { x: x(item) - 4.5, y: y(option) - 4.5, width: 9, height: 9, rx: colour ? 4.5 : 1.5 };
        return svgElement("rect", { ...shape, class: colour ? `entry c${(colour * 7) % DATA.nColours}` : "entry" });
      });
      const name = svgElement("text", { x: SIDE - 8, y: y(option), class: "name" }, short(problem.optionName(option), 18));
      const line = svgElement("rect", { x: 0, y: y(option) - STEP / 2, width, height: STEP, class: "band" });
      const title = svgElement("title", {}, `option ${problem.optionName(option)}`);
      return svgElement("g", { class: "row", role: "img", tabindex: 0, "data-option": option }, title, line, name, ...entries);
    });
    links = svgElement("path", { class: "links" });
    const about = { class: "danceoff matrix", role: "group", "aria-label": "matrix of options and items" };
    const svg = svgElement("svg", about, ...columns, links, ...rows);
    place.replaceChildren(svg);
    trim(svg, width, height);
    before = [];
  }

  // Leaves away the room that names do not need, and makes the picture as large as the panel. One that has to be scrolled
  // anyway grows by half at most.
  function trim(svg, right, bottom) {
    const widest = Math.max(...rows.map((row) => row.querySelector(".name").getComputedTextLength()), 8);
    const left = SIDE - 12 - 1.15 * widest;  // names of taken options are bold
    const top = Math.min(...columns.map((column) => column.getBBox().y)) - 4;
    const width = right - left, height = bottom - top;
    for (const [name, value] of Object.entries({ viewBox: `${left} ${top} ${width} ${height}`, width, height })) svg.setAttribute(name, value);
    svg.style.minWidth = `min(100%, max(${70 * width / height}vh, ${1.5 * width}px))`;
  }

  function show({ problem, walk }) {
    if (!isShown) return;
    const taken = new Set(walk.taken()), lost = new Set(walk.lost), { isOut, isOpen } = walk.links;
    const now = [
      ...rows.map((_, option) => (taken.has(option) ? "taken" : isOut[option] ? "out" : "")),
      ...columns.map((_, item) => (lost.has(item) ? "lost" : item === walk.branched ? "branched" : isOpen[item] ? "" : "out")),
    ];
    [...rows, ...columns].forEach((element, k) => {
      if (now[k] === before[k]) return;
      element.classList.remove("taken", "out", "branched", "lost");
      if (now[k]) element.classList.add(now[k]);
    });
    before = now;
    if (problem.nOptions <= MOST_LINKED && problem.nItems <= MOST_LINKED) links.setAttribute("d", drawnLinks(problem, walk.links));
  }

  // The links down each open item and along the list of items, as lines.
  function drawnLinks(problem, links) {
    const lines = [`M${SIDE - 12} ${HEAD - 2}a3 3 0 1 1 6 0a3 3 0 1 1 -6 0`];  // the root
    for (let item = 0; item < problem.nItems; item += 1) {
      if (!links.isOpen[item]) continue;
      let last = HEAD - 1;
      for (const option of links.optionsOf(item)) {
        lines.push(`M${x(item)} ${last}Q${x(item) + 5} ${(last + y(option)) / 2} ${x(item)} ${y(option) - 4}`);
        last = y(option) + 4;
      }
    }
    for (let item = links.right[links.root], last = SIDE - 6; item !== links.root; item = links.right[item]) {
      lines.push(`M${last} ${HEAD - 2}Q${(last + x(item)) / 2} ${HEAD - 8} ${x(item)} ${HEAD - 2}`);
      last = x(item);
    }
    return lines.join("");
  }

  function light({ option, item }) {
    if (!isShown) return;
    for (const old of place.querySelectorAll(".lit")) old.classList.remove("lit");
    rows[option]?.classList.add("lit");
    columns[item]?.classList.add("lit");
  }

  lightFrom(place);
  return { load, show, light };
})());
