// Knuth's Algorithm X: branches on an item, tries each of its options, and goes back. It takes the steps of the solver
// algorithm-x of danceoff, which a test compares. An item with a multiplicity is branched on when all others are
// covered: one of its options is taken, then left out.
"use strict";
const BRANCH = 0, TAKE = 1, BACK = 2, FOUND = 3, LEAVE = 4, RETURN = 5;

// How an item is chosen from the list of open ones, which is not empty; each entry makes a function of a seed.
const RULES = {
  fewest: () => (links) => {
    let best = links.right[links.root];
    for (let item = best; item !== links.root; item = links.right[item]) if (links.size[item] < links.size[best]) best = item;
    return best;
  },
  leftmost: () => (links) => links.right[links.root],
  random: (seed) => {
    const below = randomBelow(seed);
    return (links) => {
      const open = [];
      for (let item = links.right[links.root]; item !== links.root; item = links.right[item]) open.push(item);
      return open[below(open.length)];
    };
  },
};

// Mulberry32 of T. Ettinger: the same numbers for a seed in every browser.
function randomBelow(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296 * n);
  };
}

// The item to branch on, or -1 if all is covered; and the options to try.
function branch(links, pick) {
  const open = links.counted.filter((item) => links.isOpen[item]);
  const slack = (item) => links.times[item] + links.size[item] - links.least[item];
  const short = open.find((item) => slack(item) < 0);
  if (short !== undefined) return [short, []];
  if (links.right[links.root] !== links.root) {
    const item = pick(links);
    return [item, links.optionsOf(item)];
  }
  const left = open.filter((item) => links.size[item] > 0);
  if (left.length === 0) return [-1, []];
  const item = left.reduce((best, other) => (slack(other) < slack(best) ? other : best));
  return [item, links.optionsOf(item).slice(0, 1)];
}

// Calls tell(kind, item or option, options) at each step until it returns false; returns whether the search is over.
function search(problem, rule, seed, tell) {
  const links = new Links(problem), pick = RULES[rule](seed), stack = [];
  const undo = ([kind, option]) => {
    if (kind === TAKE) links.putBack(option);
    else links.comeBack(option);
    return tell(kind === TAKE ? BACK : RETURN, option);
  };
  for (;;) {
    const [item, options] = branch(links, pick);
    if (!(item < 0 ? tell(FOUND, -1) : tell(BRANCH, item, options))) return false;
    const moves = options.map((option) => [TAKE, option]);
    if (item >= 0 && !links.isExact[item]) moves.push(...options.map((option) => [LEAVE, option]));
    stack.push({ moves, next: 0 });
    for (let top = stack.at(-1); top.next === top.moves.length; top = stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return true;
      const above = stack.at(-1);
      if (!undo(above.moves[above.next - 1])) return false;
    }
    const top = stack.at(-1), [kind, option] = top.moves[top.next];
    top.next += 1;
    if (kind === TAKE) links.choose(option);
    else links.leave(option);
    if (!tell(kind, option)) return false;
  }
}

// Runs a search up to a number of steps and returns what it did. Step t is of the kind kinds[t], is about the item or
// option about[t], and is at node nodeOf[t] of the tree. Nodes are
// numbered as they are reached, and reached[t] is the last one.
function record(problem, rule, seed, mostSteps) {
  const kinds = [], about = [], nodeOf = [], reached = [];
  const nodes = { parent: [-1], move: [LEAVE], option: [-1], depth: [0], item: [-1], options: [null], children: [[]] };
  let node = 0, nNodes = 0, nCovers = 0;
  const isWhole = search(problem, rule, seed, (kind, which, options) => {
    if (kinds.length === mostSteps) return false;
    if (kind === TAKE || kind === LEAVE) {
      const child = nodes.parent.length;
      nodes.children[node].push(child);
      nodes.parent.push(node);
      nodes.move.push(kind);
      nodes.option.push(which);
      nodes.depth.push(nodes.depth[node] + 1);
      nodes.item.push(-1);
      nodes.options.push(null);
      nodes.children.push([]);
      node = child;
    } else if (kind === BACK || kind === RETURN) node = nodes.parent[node];
    else {
      nodes.item[node] = which;
      nodes.options[node] = options ?? null;
      nNodes += 1;
      nCovers += kind === FOUND;
    }
    kinds.push(kind);
    about.push(which);
    nodeOf.push(node);
    reached.push(nodes.parent.length - 1);
    return true;
  });
  return { problem, kinds, about, nodeOf, reached, nodes, nNodes, nCovers, isWhole, nSteps: kinds.length };
}
