// A SAT solver that learns, on the same problem: its trail, its clauses, and why its last conflict came about. Python
// recorded the run (experiments/play/sat.py); a literal is the number of an option from 1 on, negative if it is left out.
"use strict";
const DECIDE = 0, FOLLOW = 1, CONFLICT = 2, LEARN = 3, JUMP = 4, COVER = 5;

// The state after a step: what holds, in order; how many clauses there are; and the last conflict, if there was one.
function satState(run, step) {
  let trail = [], level = 0, nClauses = run.nGiven, last = null;
  for (let t = 0; t <= step; t += 1) {
    const kind = run.kinds[t], about = run.about[t];
    if (kind === DECIDE) level += 1;
    if (kind === DECIDE || kind === FOLLOW) trail.push({ literal: about, level, reason: run.reasons[t] });
    if (kind === CONFLICT) last = { step: t, level, clause: about, trail: [...trail] };
    if (kind === LEARN) last.learnt = about;
    if (kind === CONFLICT || kind === LEARN) nClauses = Math.max(nClauses, about + 1);
    if (kind === JUMP) {
      level = about;
      trail = trail.filter((one) => one.level <= level);
    }
  }
  return { trail, level, nClauses, last, holds: new Set(trail.map(({ literal }) => literal)) };
}

// The part of the trail from which a conflict follows, without what holds without a decision. Walks back along the
// trail from the false clause; the first literal of the last level to be left alone is the first unique implication point.
function implications(run, { clause, trail, level }) {
  const at = new Map(trail.map((one, place) => [one.literal, place]));
  const before = (number, own) => run.clauses[number].filter((literal) => literal !== own).map((literal) => at.get(-literal))
    .filter((place) => trail[place].level > 0);
  const seen = new Map(), ends = before(clause, 0);
  let nHere = 0, point = -1;
  const meet = (place) => {
    if (seen.has(place)) return;
    seen.set(place, []);
    nHere += trail[place].level === level;
  };
  ends.forEach(meet);
  for (let place = trail.length - 1; place >= 0; place -= 1) {
    const { literal, reason, level: own } = trail[place];
    if (!seen.has(place) || own < level) continue;
    if (nHere === 1 && point < 0) point = place;
    nHere -= 1;
    if (reason < 0) continue;
    seen.set(place, before(reason, literal));
    seen.get(place).forEach(meet);
  }
  return { causes: seen, ends, point };
}

registerView((() => {
  const section = byId("sat"), board = boardIn(byId("sat-board"));
  let run = null, problem = null, step = 0, rows = [], graphOf = -1;
  const optionOf = (literal) => Math.abs(literal) - 1;
  const nameOf = (literal) => `${literal < 0 ? "¬ " : ""}${problem.optionName(optionOf(literal))}`;
  const isBlock = (t) => run.kinds[t] === CONFLICT && run.kinds[t - 1] === COVER;  // of a cover, so that it comes once
  const clauseText = (number) => run.clauses[number].map(nameOf).join(" or ") || "nothing";

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }
  const chip = (literal, more = "") => element("span", { class: `literal ${more}`, "data-option": optionOf(literal), title: nameOf(literal) }, shortened(literal));
  const shortened = (literal) => {
    const name = nameOf(literal);
    return name.length > 18 ? `${name.slice(0, 17)}…` : name;
  };

  function load(game) {
    ({ problem } = game);
    run = DATA.sat[game.data.name] ?? null;
    section.hidden = !run;
    byId("sat-absent").hidden = Boolean(run);
    rows = [];
    byId("clauses").replaceChildren();
    if (!run) return;
    board.load(game);
    graphOf = -2;
    byId("sat-scrubber").max = run.kinds.length - 1;
    const more = run.isWhole ? "" : "more than ", left = run.conflicts - run.covers;
    byId("sat-counts").textContent = `SAT: ${more}${plural(run.decisions, "decision")}, ${more}${plural(left, "conflict")} and `
      + `${more}${plural(run.covers, "cover")}. Algorithm X, by the rule chosen above: ${game.run.isWhole ? "" : "more than "}`
      + `${plural(game.run.nNodes, "node")}.`;
    byId("sat-capped").hidden = run.hasAllSteps;
    byId("sat-capped").textContent = `The run is longer: this page plays its first ${grouped(run.kinds.length)} steps.`;
    goTo(0);
  }

  function goTo(wanted) {
    step = Math.max(0, Math.min(wanted, run.kinds.length - 1));
    const state = satState(run, step);
    byId("sat-scrubber").value = step;
    byId("sat-scrubber").setAttribute("aria-valuetext", `step ${step + 1}`);
    byId("sat-said").textContent = words(state);
    byId("sat-count").textContent = `Step ${grouped(step + 1)} of ${grouped(run.kinds.length)}, level ${state.level}, `
      + `${plural(count(DECIDE), "decision")}, ${plural(count(CONFLICT) - count(COVER), "conflict")} and ${plural(count(COVER), "cover")} so far`;
    showTrail(state);
    showClauses(state);
    showGraph(state);
    board.showTaken(state.trail.filter(({ literal }) => literal > 0).map(({ literal }) => optionOf(literal)));
  }

  // The steps of a kind so far; the clause that blocks a cover counts as no conflict.
  function count(kind) {
    let found = 0;
    for (let t = 0; t <= step; t += 1) found += run.kinds[t] === kind;
    return kind === CONFLICT && run.kinds[step] === COVER ? found + 1 : found;
  }

  function words({ level }) {
    const about = run.about[step];
    switch (run.kinds[step]) {
      case DECIDE: return `Decide at level ${level}: take ${nameOf(about)}.`;
      case FOLLOW: return `${about > 0 ? "Take" : "Leave out"} ${problem.optionName(optionOf(about))}: it follows from ${clauseText(run.reasons[step])}.`;
      case CONFLICT: return `${isBlock(step) ? "Block this cover" : "Conflict"}: no literal holds of ${clauseText(about)}.`
        + (level === 0 ? " Nothing was decided: there are no more covers." : "");
      case LEARN: return `Learn: ${clauseText(about)}.`;
      case JUMP: return run.kinds[step - 1] === LEARN ? `Jump back to level ${about}.` : "Restart: back to level 0, with all that was learnt.";
      default: return `Cover ${grouped(count(COVER))} found.`;
    }
  }

  function showTrail({ trail, level }) {
    const lines = Array.from({ length: level + 1 }, (_, own) => {
      const here = trail.filter((one) => one.level === own);
      const chips = here.map(({ literal, reason }) => chip(literal, `${literal > 0 ? "taken" : "left"} ${reason < 0 ? "decided" : ""}`));
      return element("li", {}, element("b", {}, `level ${own}`), " ", ...chips);
    });
    if ([DECIDE, FOLLOW].includes(run.kinds[step])) lines.at(-1).lastElementChild.classList.add("now");
    byId("trail").replaceChildren(...lines);
    byId("trail").scrollTop = byId("trail").scrollHeight;
  }

  function showClauses({ nClauses, holds }) {
    const list = byId("clauses");
    while (rows.length > nClauses) rows.pop().remove();
    while (rows.length < nClauses) {
      const literals = run.clauses[rows.length].map((literal) => chip(literal));
      const row = element("li", rows.length < run.nGiven ? {} : { class: "later" }, ...literals);
      // The latest come first, and those of the problem after them.
      if (rows.length < run.nGiven) list.append(row);
      else list.prepend(row);
      rows.push(row);
    }
    const now = run.kinds[step] === FOLLOW ? run.reasons[step] : run.kinds[step] === CONFLICT || run.kinds[step] === LEARN ? run.about[step] : -1;
    rows.forEach((row, number) => {
      const literals = run.clauses[number];
      row.classList.toggle("satisfied", literals.some((literal) => holds.has(literal)));
      row.classList.toggle("now", number === now);
      literals.forEach((literal, k) => row.children[k].classList.toggle("false", holds.has(-literal)));
    });
    if (now >= 0) list.scrollTop = rows[now].offsetTop - list.offsetTop - list.clientHeight / 3;
  }

  // Decisions are left and the conflict right; the line of the cut is right of the first unique implication point.
  function showGraph({ last }) {
    const why = last && (isBlock(last.step) ? "What the blocked cover follows from" : `Why the ${last.step === step ? "" : "last "}conflict came about`);
    byId("conflict-title").textContent = why ?? "No conflict so far";
    byId("learnt").textContent = last?.learnt === undefined ? "" : `Learnt: ${clauseText(last.learnt)}`;
    if (graphOf === (last?.step ?? -1)) return;
    graphOf = last?.step ?? -1;
    byId("implications").replaceChildren(...(last ? [graph(last)] : []));
  }

  function graph(last) {
    const WIDE = 132, BOX = 104, HIGH = 24, TOP = 22;
    const { causes, ends, point } = implications(run, last), { trail } = last;
    const places = [...causes.keys()].sort((a, b) => a - b), column = new Map();
    const isHere = (place) => trail[place].level === last.level;
    for (const place of places.filter(isHere)) {
      column.set(place, Math.max(-1, ...causes.get(place).filter(isHere).map((cause) => column.get(cause))) + 1);
    }
    const pointColumn = column.get(point) ?? 0;
    const nColumns = Math.max(pointColumn, ...places.filter(isHere).map((place) => column.get(place))) + 2;
    const edges = places.flatMap((place) => causes.get(place).map((cause) => [cause, place]));
    for (const end of ends) edges.push([end, -1]);
    column.set(-1, nColumns - 1);
    for (const place of places.filter((one) => !isHere(one))) {
      const uses = edges.filter(([cause]) => cause === place).map(([, used]) => column.get(used) - 1);
      column.set(place, Math.max(0, Math.min(pointColumn, ...uses)));
    }
    const filled = new Array(nColumns).fill(0), at = new Map();
    for (const place of [...places, -1]) {
      const own = column.get(place);
      at.set(place, [own * WIDE + 4, TOP + filled[own] * HIGH]);
      filled[own] += 1;
    }
    const high = TOP + Math.max(...filled) * HIGH, wide = nColumns * WIDE - WIDE + BOX + 8;
    const cut = pointColumn * WIDE + 4 + (BOX + WIDE) / 2;
    const lines = edges.map(([from, to]) => {
      const [x, y] = at.get(from), [end, below] = at.get(to), middle = (x + BOX + end) / 2;
      const isCut = column.get(from) <= pointColumn && column.get(to) > pointColumn;
      return svgElement("path", { d: `M${x + BOX} ${y + 9}C${middle} ${y + 9} ${middle} ${below + 9} ${end} ${below + 9}`, class: isCut ? "edge cut" : "edge" });
    });
    const boxes = [...places, -1].map((place) => {
      const [x, y] = at.get(place), one = trail[place];
      const kinds = one ? [one.reason < 0 ? "decided" : "", isHere(place) ? "here" : "", place === point ? "point" : ""] : ["clash"];
      const name = one ? shortened(one.literal) : "conflict", label = one ? `${name.length > 13 ? `${name.slice(0, 12)}…` : name} @${one.level}` : name;
      const about = one ? { "data-option": optionOf(one.literal), tabindex: 0 } : {};
      const title = one ? `${nameOf(one.literal)}, level ${one.level}${one.reason < 0 ? ", decided" : ""}${place === point ? ", first unique implication point" : ""}` : clauseText(last.clause);
      return svgElement("g", { ...about, class: `fact ${kinds.join(" ")}` }, svgElement("title", {}, title),
        svgElement("rect", { x, y, width: BOX, height: 18, rx: 4 }), svgElement("text", { x: x + BOX / 2, y: y + 9 }, label));
    });
    const line = svgElement("path", { d: `M${cut} 14V${high}`, class: "divide" });
    const words = svgElement("text", { x: cut, y: 7, class: "words" }, "cut");
    const about = { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, class: "implications", role: "group", "aria-label": "implication graph of the conflict" };
    return svgElement("svg", about, ...lines, line, words, ...boxes);
  }

  function light(lit) {
    const { option } = lit;
    if (run) board.light(lit);
    for (const old of section.querySelectorAll(".lit")) old.classList.remove("lit");
    if (option < 0) return;
    for (const element of section.querySelectorAll(`[data-option="${option}"]`)) element.classList.add("lit");
  }

  const next = (wanted) => {
    const found = run.kinds.findIndex((kind, t) => t > step && kind === wanted && !isBlock(t));
    goTo(found < 0 ? run.kinds.length - 1 : found);
  };
  const ACTIONS = {
    start: () => goTo(0), back: () => goTo(step - 1), step: () => goTo(step + 1), decision: () => next(DECIDE),
    conflict: () => next(CONFLICT), cover: () => next(COVER), end: () => goTo(run.kinds.length - 1),
  };
  for (const [name, act] of Object.entries(ACTIONS)) byId(`sat-${name}`).addEventListener("click", act);
  byId("sat-scrubber").addEventListener("input", ({ target }) => goTo(Number(target.value)));
  section.addEventListener("keydown", (event) => {
    const name = { ArrowRight: "step", ArrowLeft: "back" }[event.key];
    if (!name || event.target.closest("input")) return;
    event.preventDefault();
    event.stopPropagation();
    ACTIONS[name]();
  });
  lightFrom(byId("trail"));
  lightFrom(byId("clauses"));
  lightFrom(byId("implications"));
  return { load, show() {}, light };
})());
