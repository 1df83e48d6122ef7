// The tree of the search with the current path. Of a large tree, only the children of the nodes on the path are drawn;
// the others are folded into triangles.
"use strict";
registerView((() => {
  const place = byId("tree").querySelector(".picture");
  const WHOLE = 80, ACROSS = 18, DOWN = 30;
  let svg = null, drawn = new Map(), laidOutFor = "", isWhole = false, before = new Map();

  function load({ run }) {
    isWhole = run.nodes.parent.length <= WHOLE;
    laidOutFor = "";
    svg = svgElement("svg", { class: "tree", role: "group", "aria-label": "search tree" });
    place.replaceChildren(svg);
  }

  function show({ problem, run, walk }) {
    const key = isWhole ? "whole" : walk.path.join();
    if (key !== laidOutFor) layOut(problem, run, walk.path);
    laidOutFor = key;
    const onPath = new Set(walk.path), reached = run.reached[walk.step], current = walk.node;
    for (const [node, { element, kinds, edge }] of drawn) {
      const now = [node === current ? "current" : "", onPath.has(node) ? "path" : "", node <= reached ? "" : "ahead", ...kinds].join(" ");
      if (before.get(node) === now) continue;
      before.set(node, now);
      element.setAttribute("class", `node ${now}`);
      edge?.setAttribute("class", `edge ${now}`);
    }
    follow(drawn.get(current)?.at);
  }

  // A row for each depth, in the middle.
  function layOut(problem, run, path) {
    const { nodes } = run, onPath = new Set(path), at = new Map(), rows = [];
    const opens = (node) => isWhole || onPath.has(node);
    const order = [], stack = [0];
    while (stack.length) {
      const node = stack.pop();
      order.push(node);
      (rows[nodes.depth[node]] ??= []).push(node);
      if (opens(node)) stack.push(...nodes.children[node].slice().reverse());
    }
    const width = Math.max(...rows.map((row) => row.length), 4) * ACROSS, height = rows.length * DOWN;
    for (const row of rows) row.forEach((node, k) => at.set(node, width / 2 + (k + (1 - row.length) / 2) * ACROSS));
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height })) svg.setAttribute(name, value);
    svg.style.minWidth = `min(100%, ${40 * width / height}vh, ${3 * width}px)`;  // a small tree grows, never so that it scrolls
    drawn = new Map();
    before = new Map();
    const edges = [], marks = [];
    for (const node of order) {
      const x = at.get(node), y = nodes.depth[node] * DOWN + 12, parent = nodes.parent[node];
      const edge = parent < 0 ? null : svgElement("path", { d: `M${at.get(parent)} ${y - DOWN}L${x} ${y}` });
      if (edge) edges.push(edge);
      const isFolded = !opens(node) && nodes.children[node].length > 0;
      const element = nodeMark(problem, nodes, node, x, y, isFolded);
      marks.push(element);
      drawn.set(node, { element, edge, kinds: kindsOf(nodes, node, isFolded), at: [x, y] });
    }
    svg.replaceChildren(...edges, ...marks);
  }

  function kindsOf(nodes, node, isFolded) {
    if (isFolded) return ["folded"];
    return [nodes.options[node] === null ? (nodes.item[node] === -1 ? "cover" : "") : nodes.options[node].length ? "" : "dead"];
  }

  function nodeMark(problem, nodes, node, x, y, isFolded) {
    const option = nodes.option[node], item = nodes.item[node];
    const words = [
      option >= 0 ? `${nodes.move[node] === TAKE ? "" : "without "}${problem.optionName(option)}` : "root",
      item >= 0 ? `branches on ${problem.itemName(item)}` : "",
    ];
    const shape = isFolded
      ? svgElement("path", { d: `M${x} ${y - 6}l6 12h-12z` })
      : svgElement("circle", { cx: x, cy: y, r: 5.5 });
    const about = { role: "button", tabindex: 0, "data-node": node, "data-option": option, "data-item": option >= 0 ? -1 : item };
    return svgElement("g", about, svgElement("title", {}, words.filter(Boolean).join("; ")), shape);
  }

  // Keeps the current node in sight, without moving the page.
  function follow(at) {
    if (!at) return;
    const [x, y] = at;
    if (x < place.scrollLeft + 20 || x > place.scrollLeft + place.clientWidth - 20) place.scrollLeft = x - place.clientWidth / 2;
    if (y < place.scrollTop + 20 || y > place.scrollTop + place.clientHeight - 20) place.scrollTop = y - place.clientHeight / 2;
  }

  function light({ option }) {
    for (const old of svg?.querySelectorAll(".lit") ?? []) old.classList.remove("lit");
    if (option < 0) return;
    for (const [, { element }] of drawn) if (Number(element.dataset.option) === option) element.classList.add("lit");
  }

  lightFrom(place);
  const choose = ({ target }) => {
    const mark = target.closest("[data-node]");
    if (mark) goToNode(Number(mark.dataset.node));
  };
  place.addEventListener("click", choose);
  place.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(event); });
  return { load, show, light };
})());
