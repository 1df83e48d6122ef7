// Dancing links (D. E. Knuth, "Dancing links", 2000): each item has a circular list of the options that may still cover
// it, and the primary items that are covered exactly once are in a list of their own. What is unlinked keeps its own
// links; so it is linked again by undoing the steps in the opposite order.
//
// Node i below nItems is the header of item i; node nItems is the root of the list of items; the others are the
// entries of the options, one after the other.
"use strict";
class Links {
  constructor(problem) {
    const { nItems, nPrimary, nOptions, options, colours, least, most } = problem;
    const nNodes = options.reduce((n, items) => n + items.length, nItems + 1);
    Object.assign(this, { problem, root: nItems, least, most });
    for (const name of ["up", "down", "itemOf", "optionOf", "colourOf"]) this[name] = new Int32Array(nNodes);
    for (const name of ["left", "right", "size", "times"]) this[name] = new Int32Array(nItems + 1);
    this.first = new Int32Array(nOptions + 1);   // the first node of each option
    this.isOpen = new Uint8Array(nItems).fill(1);
    this.isOut = new Uint8Array(nOptions);       // whether an option is unlinked from the items that are open
    this.colouredBy = new Int32Array(nItems).fill(-1);
    this.unlinked = [];   // the nodes that each choice of a colour unlinked, the last choice last
    for (let item = 0; item < nItems; item += 1) this.up[item] = this.down[item] = this.itemOf[item] = item;
    let node = nItems + 1;
    options.forEach((items, option) => {
      this.first[option] = node;
      items.forEach((item, k) => {
        this.itemOf[node] = item;
        this.optionOf[node] = option;
        this.colourOf[node] = colours ? colours[option][k] : 0;
        this.up[node] = this.up[item];
        this.down[node] = item;
        this.relink(node);
        node += 1;
      });
    });
    this.first[nOptions] = node;
    const primary = Array.from({ length: nPrimary }, (_, item) => item);
    this.isExact = least.map((lo, item) => item < nPrimary && lo === 1 && most[item] === 1);
    this.counted = primary.filter((item) => !this.isExact[item]);
    let last = this.root;
    for (const item of [...primary.filter((item) => this.isExact[item]), this.root]) {
      this.right[last] = item;
      this.left[item] = last;
      last = item;
    }
  }

  // Takes an option: covers its items, and lets go the options that give an item another colour.
  choose(option) {
    this.leave(option);
    for (let node = this.first[option]; node < this.first[option + 1]; node += 1) {
      const item = this.itemOf[node];
      if (this.colourOf[node] === 0) {
        this.times[item] += 1;
        if (this.times[item] === this.most[item]) this.cover(item);
      } else if (this.colouredBy[item] < 0) {
        this.colouredBy[item] = option;
        this.purify(item, this.colourOf[node]);
      }
    }
  }

  putBack(option) {
    for (let node = this.first[option + 1] - 1; node >= this.first[option]; node -= 1) {
      const item = this.itemOf[node];
      if (this.colourOf[node] === 0) {
        if (this.times[item] === this.most[item]) this.uncover(item);
        this.times[item] -= 1;
      } else if (this.colouredBy[item] === option) {
        this.colouredBy[item] = -1;
        this.unpurify();
      }
    }
    this.comeBack(option);
  }

  // Leaves an option out.
  leave(option) {
    for (let node = this.first[option]; node < this.first[option + 1]; node += 1) this.unlink(node);
    this.isOut[option] = 1;
  }

  comeBack(option) {
    for (let node = this.first[option + 1] - 1; node >= this.first[option]; node -= 1) this.relink(node);
    this.isOut[option] = 0;
  }

  cover(item) {
    this.isOpen[item] = 0;
    if (this.isExact[item]) {
      this.right[this.left[item]] = this.right[item];
      this.left[this.right[item]] = this.left[item];
    }
    for (let node = this.down[item]; node !== item; node = this.down[node]) this.hide(node);
  }

  uncover(item) {
    for (let node = this.up[item]; node !== item; node = this.up[node]) this.unhide(node);
    if (this.isExact[item]) this.right[this.left[item]] = this.left[this.right[item]] = item;
    this.isOpen[item] = 1;
  }

  purify(item, colour) {
    const others = [];
    for (let node = this.down[item]; node !== item; node = this.down[node]) {
      if (this.colourOf[node] !== colour) others.push(node);
    }
    for (const node of others) {
      this.hide(node);
      this.unlink(node);
    }
    this.unlinked.push(others);
  }

  unpurify() {
    for (const node of this.unlinked.pop().reverse()) {
      this.relink(node);
      this.unhide(node);
    }
  }

  // Unlinks the option of a node from its other items.
  hide(node) {
    const option = this.optionOf[node];
    for (let other = this.first[option]; other < this.first[option + 1]; other += 1) if (other !== node) this.unlink(other);
    this.isOut[option] = 1;
  }

  unhide(node) {
    const option = this.optionOf[node];
    for (let other = this.first[option + 1] - 1; other >= this.first[option]; other -= 1) if (other !== node) this.relink(other);
    this.isOut[option] = 0;
  }

  unlink(node) {
    this.down[this.up[node]] = this.down[node];
    this.up[this.down[node]] = this.up[node];
    this.size[this.itemOf[node]] -= 1;
  }

  relink(node) {
    this.down[this.up[node]] = this.up[this.down[node]] = node;
    this.size[this.itemOf[node]] += 1;
  }

  // The options that may still cover an item, ascending.
  optionsOf(item) {
    const found = [];
    for (let node = this.down[item]; node !== item; node = this.down[node]) found.push(this.optionOf[node]);
    return found;
  }
}
