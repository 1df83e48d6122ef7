// Says each step in words, in a live region; and counts what has been seen.
"use strict";
registerView((() => {
  function words({ problem, run, walk }) {
    const { nodes } = run, { kind, node, step } = walk, about = run.about[step];
    if (kind === FOUND) return `Cover ${grouped(run.coversAt(step))} found.`;
    if (kind === BRANCH) {
      const n = nodes.options[node].length, name = problem.itemName(about);
      return n ? `${name} has ${plural(n, "option")}.` : `${name} has no option left: dead end.`;
    }
    const name = problem.optionName(about);
    if (kind === TAKE) {
      const options = nodes.options[nodes.parent[node]];
      return `Take ${name} (${options.indexOf(about) + 1} of ${options.length}).`;
    }
    return { [BACK]: `Take back ${name}.`, [LEAVE]: `Leave out ${name}.`, [RETURN]: `Allow ${name} again.` }[kind];
  }

  function show(game) {
    const { run, walk } = game;
    byId("said").textContent = words(game);
    const covers = run.coversAt(walk.step);
    byId("count").textContent = `Step ${grouped(walk.step + 1)} of ${grouped(run.nSteps)}, depth ${walk.path.length - 1}, `
      + `${plural(covers, "cover")} so far`;
  }
  return { show };
})());
