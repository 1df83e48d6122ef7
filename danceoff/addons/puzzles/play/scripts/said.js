// Says each step in one plain sentence, in a live region; and counts what has been seen.
"use strict";
registerView((() => {
  function words({ problem, run, walk }) {
    const { nodes } = run, { kind, node, step } = walk, about = run.about[step];
    if (kind === FOUND) return `Cover ${grouped(run.coversAt(step))} found: every item is covered as it must be.`;
    if (kind === BRANCH) {
      const n = nodes.options[node].length, name = problem.itemWords(about), { isExact, counted } = walk.links;
      if (n === 0) return `${name} has no option left: this is a dead end${node ? ", so we go back" : ""}.`;
      if (!isExact[about]) return `${name} has a further option: we try with it, then without it.`;
      if (n === 1) return `${name} has only one option left, so we must take it.`;
      const isLeast = byId("rule").value === "fewest" && !counted.length;
      return `${name} has ${n} options left${isLeast ? ", and no item has fewer" : ""}: we try one after the other.`;
    }
    const name = problem.optionName(about);
    if (kind === TAKE) {
      const options = nodes.options[nodes.parent[node]];
      return `We take ${name} (${options.indexOf(about) + 1} of ${options.length}) and cross out the options that clash with it.`;
    }
    const back = `We take ${name} back, and what it crossed out returns.`;
    return { [BACK]: back, [LEAVE]: `We leave out ${name}.`, [RETURN]: `We allow ${name} again.` }[kind];
  }

  function show(game) {
    const { run, walk } = game;
    const covers = run.coversAt(walk.step), isOver = run.isWhole && walk.step === run.nSteps - 1;
    byId("said").textContent = words(game) + (isOver ? ` All is tried: ${plural(covers, "cover")} in all.` : "");
    byId("count").textContent = `Step ${grouped(walk.step + 1)} of ${grouped(run.nSteps)}, depth ${walk.path.length - 1}, `
      + `${plural(covers, "cover")} so far`;
  }
  return { show };
})());
