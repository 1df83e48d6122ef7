// Goes to any step of a recorded run, forwards and backwards: undoes what leads away from the common part of the two
// paths in the tree, and does what leads on.
"use strict";
class Walk {
  constructor(run) {
    this.run = run;
    this.links = new Links(run.problem);
    this.path = [0];  // nodes from the root
    this.step = 0;
  }

  goTo(step) {
    const { nodes, nodeOf } = this.run;
    this.step = step;
    const path = [];
    for (let node = nodeOf[step]; node >= 0; node = nodes.parent[node]) path.unshift(node);
    while (this.path.length > path.length || this.path.at(-1) !== path[this.path.length - 1]) this.undo(this.path.pop());
    for (const node of path.slice(this.path.length)) {
      if (nodes.move[node] === TAKE) this.links.choose(nodes.option[node]);
      else this.links.leave(nodes.option[node]);
      this.path.push(node);
    }
  }

  undo(node) {
    const { move, option } = this.run.nodes;
    if (move[node] === TAKE) this.links.putBack(option[node]);
    else this.links.comeBack(option[node]);
  }

  // The options taken, in the order in which they were taken.
  taken() {
    const { move, option } = this.run.nodes;
    return this.path.slice(1).filter((node) => move[node] === TAKE).map((node) => option[node]);
  }

  // The item that is branched on at this step, or -1.
  get branched() { return this.kind === BRANCH ? this.run.about[this.step] : -1; }

  // The items that have too few options left.
  get lost() {
    const { isOpen, times, size, least } = this.links;
    return [...isOpen.keys()].filter((item) => isOpen[item] && times[item] + size[item] < least[item]);
  }

  get node() { return this.run.nodeOf[this.step]; }
  get kind() { return this.run.kinds[this.step]; }
}
