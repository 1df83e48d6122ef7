// A table that sorts by each of its columns, finds text, and holds only the rows in view if it has many.
"use strict";
const MOST_AT_ONCE = 150;  // rows
const BEYOND_VIEW = 20;    // rows kept above and below what is in view
const natural = new Intl.Collator("en", { numeric: true });
const isNothing = (key) => key === null || key === undefined || key === "" || Number.isNaN(key);

function inOrder(a, b) {
  return typeof a === "number" && typeof b === "number" ? a - b : natural.compare(`${a}`, `${b}`);
}

class Table {
  // place: the element to fill.
  // name: under which the URL keeps its state.
  // finds: whether there is a field for text to find.
  constructor(place, name, { finds = true, role = null } = {}) {
    Object.assign(this, { name, role, lines: [], height: 0 });
    this.scroll = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": place.dataset.label });
    this.field = element("input", { type: "search", "aria-label": `Find in: ${place.dataset.label}`, placeholder: "find" });
    this.found = element("span", { role: "status" });
    this.field.addEventListener("input", () => { tableState(name).find = this.field.value; save(); this.arrange(); });
    this.scroll.addEventListener("scroll", () => this.draw());
    this.scroll.addEventListener("keydown", (event) => this.move(event));
    this.scroll.addEventListener("focusin", ({ target }) => this.enter(target));
    if (finds) this.bar = element("p", { class: "find" }, this.field, this.found);
    place.replaceChildren(...(finds ? [this.bar] : []), this.scroll);
  }

  // columns: each with a title, the text of a row, and optionally what to sort by and the element of a row.
  fill(caption, columns, rows) {
    Object.assign(this, { columns, rows });
    this.head = element("tr");
    this.body = element("tbody");
    const table = element("table", { role: this.role }, element("caption", {}, caption), element("thead", {}, this.head), this.body);
    this.scroll.replaceChildren(table);
    this.arrange();
  }

  arrange() {
    const { sort, isDown, find } = tableState(this.name);
    const asked = words(find);
    if (this.field.value !== find) this.field.value = find;
    if (this.bar) this.bar.hidden = this.rows.length < 8 && !find;
    this.lines = this.rows.filter((row) => !asked.length || hasWords(this.columns.map((column) => column.text(row)).join(" "), asked));
    this.found.textContent = asked.length ? `${grouped(this.lines.length)} of ${grouped(this.rows.length)} rows` : "";
    const column = this.columns.find(({ title }) => title === sort);
    if (column) this.sortBy(column.key ?? column.text, isDown ? -1 : 1);
    this.isLong = this.lines.length > MOST_AT_ONCE;
    const table = this.scroll.firstChild;
    table.classList.toggle("long", this.isLong);
    table.setAttribute("aria-rowcount", this.lines.length + 1);
    this.head.replaceChildren(...this.columns.map((one) => this.heading(one, one === column, isDown)));
    this.made = new Map();  // number of a row in view -> its element
    this.spaces = this.isLong ? [this.space(), this.space()] : [];
    this.body.replaceChildren(...this.spaces);
    this.draw();
  }

  space() {
    return element("tr", { class: "space", "aria-hidden": "true" }, element("td", { colspan: this.columns.length }));
  }

  sortBy(key, sign) {
    const keyed = this.lines.map((row) => [key(row), row]);
    const [last, first] = [keyed.filter(([one]) => isNothing(one)), keyed.filter(([one]) => !isNothing(one))];
    this.lines = [...first.sort(([a], [b]) => sign * inOrder(a, b)), ...last].map(([, row]) => row);
  }

  heading(column, isSorted, isDown) {
    const sort = () => {
      Object.assign(tableState(this.name), { sort: isSorted && isDown ? "" : column.title, isDown: isSorted && !isDown });
      save();
      this.arrange();
      this.head.children[this.columns.indexOf(column)].firstChild.focus({ preventScroll: true });
    };
    const width = this.isLong ? Math.min(60, this.lines.reduce((most, row) => Math.max(most, column.text(row).length), 0)) : 0;
    const attributes = { scope: "col", "aria-sort": !isSorted ? "none" : isDown ? "descending" : "ascending" };
    return element("th", { ...attributes, style: width && `min-width: calc(${width}ch + 1rem)` }, button(breakable(column.title), {}, sort));
  }

  line(row, number) {
    const cells = this.columns.map((column, k) => {
      if (column.cell) return column.cell(row);
      const text = column.text(row);
      return k === 0 ? element("th", { scope: "row" }, text) : element("td", /^[-\d.<>]/.test(text) ? {} : { class: "text", title: text.length > 40 && text }, text);
    });
    return element("tr", { "data-row": number, "aria-rowindex": number + 2 }, ...cells);
  }

  // Draws the rows in view, and a space in place of those above and below. Rows that stay keep their elements, and the focus.
  draw(isWhole = false) {
    const n = this.lines.length;
    const isPart = this.isLong && !isWhole;
    const height = this.height || 30;
    const from = isPart ? Math.max(0, Math.min(n, Math.floor(this.scroll.scrollTop / height)) - BEYOND_VIEW) : 0;
    const to = isPart ? Math.min(n, from + Math.ceil(this.scroll.clientHeight / height) + 2 * BEYOND_VIEW) : n;
    if (this.body.contains(document.activeElement) && !this.isIn(from, to, this.focused()[0])) this.scroll.focus({ preventScroll: true });
    for (const [number, line] of this.made) if (!this.isIn(from, to, number)) { line.remove(); this.made.delete(number); }
    let next = this.spaces[1] ?? null;
    for (let number = to - 1; number >= from; number -= 1) {
      if (!this.made.has(number)) this.made.set(number, this.body.insertBefore(this.line(this.lines[number], number), next));
      next = this.made.get(number);
    }
    this.spaces.forEach((space, k) => { space.firstChild.style.height = `${height * [from, n - to][k]}px`; });
    if (!this.body.querySelector('button[tabindex="0"]')) this.body.querySelector("button")?.setAttribute("tabindex", "0");
    const measured = this.made.get(from)?.offsetHeight;
    if (this.isLong && measured && measured !== this.height) {
      this.height = measured;
      this.draw(isWhole);
    }
  }

  isIn(from, to, number) {
    return from <= number && number < to;
  }

  // Row and column of the button that has the focus.
  focused() {
    const cell = this.body.contains(document.activeElement) ? document.activeElement.closest("td, th") : null;
    return cell && [Number(cell.parentElement.dataset.row), cell.cellIndex];
  }

  buttonAt(row, column) {
    return this.made.get(row)?.cells[column]?.querySelector("button");
  }

  // One button of the rows is reached by Tab, the others from there by arrow keys.
  enter(target) {
    if (!this.body.contains(target)) return;
    this.body.querySelectorAll('button[tabindex="0"]').forEach((one) => one.setAttribute("tabindex", "-1"));
    target.setAttribute("tabindex", "0");
  }

  move(event) {
    const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
    const at = this.focused();
    if (!step || !at) return;
    event.preventDefault();
    let [row, column] = at;
    do {
      [row, column] = [row + step[0], column + step[1]];
      if (row < 0 || row >= this.lines.length || column < 0 || column >= this.columns.length) return;
      if (!this.made.has(row)) {
        this.scroll.scrollTop = row * this.height;
        this.draw();
      }
    } while (!this.buttonAt(row, column));
    this.buttonAt(row, column).focus();
  }
}

const TABLES = new Map();  // place -> its table

function showTable(place, name, caption, columns, rows, looks) {
  if (!TABLES.has(place)) TABLES.set(place, new Table(place, name, looks));
  TABLES.get(place).fill(caption, columns, rows);
}

addEventListener("beforeprint", () => TABLES.forEach((table) => { if (table.scroll.offsetParent) table.draw(true); }));
addEventListener("afterprint", () => TABLES.forEach((table) => { if (table.scroll.offsetParent) table.draw(); }));
