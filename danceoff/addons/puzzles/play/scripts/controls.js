// What moves through the run: buttons, keys, the scrubber, and playing at a speed.
"use strict";
const controls = (() => {
  let game = null, isPlaying = false, then = 0, owed = 0, wanted = -1;

  const speed = () => Number(byId("speed").value);
  const stopDepth = () => (byId("depth").value === "" ? -1 : Number(byId("depth").value));
  const isNode = (step) => game.run.kinds[step] === BRANCH || game.run.kinds[step] === FOUND;
  const isStop = (step) => isNode(step) && game.run.nodes.depth[game.run.nodeOf[step]] === stopDepth();
  const isDead = (step) => game.run.kinds[step] === BRANCH && game.run.nodes.options[game.run.nodeOf[step]].length === 0;

  // Draws at most once a frame.
  function goTo(step) {
    const last = game.run.nSteps - 1;
    const isDue = wanted >= 0;
    wanted = Math.max(0, Math.min(step, last));
    if (!isDue) requestAnimationFrame(draw);
  }

  function draw() {
    game.walk.goTo(wanted);
    wanted = -1;
    byId("scrubber").value = game.walk.step;
    byId("scrubber").setAttribute("aria-valuetext", `step ${game.walk.step + 1}`);
    showViews(game);
    if (!isPlaying) saveState();
  }

  const here = () => (wanted >= 0 ? wanted : game.walk.step);

  // The next step for which is(step), or a breakpoint before it; the last step if there is none.
  function next(is) {
    const last = game.run.nSteps - 1;
    let step = Math.min(here() + 1, last);
    while (step < last && !is(step) && !isStop(step)) step += 1;
    goTo(step);
  }

  function play(on) {
    if (on && game.run.nSteps - 1 === here()) goTo(0);
    isPlaying = on;
    byId("play").textContent = on ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", on);
    byId("said").setAttribute("aria-live", on && speed() > 1 ? "off" : "polite");
    if (!on) return saveState();
    then = performance.now();
    owed = 0;
    requestAnimationFrame(tick);
  }

  function tick(now) {
    if (!isPlaying) return;
    owed += (now - then) / 1000 * speed();
    then = now;
    let step = here();
    const last = game.run.nSteps - 1;
    for (; owed >= 1 && step < last; owed -= 1) {
      step += 1;
      if (!isStop(step)) continue;
      goTo(step);
      return play(false);
    }
    if (step !== here()) goTo(step);
    if (step === last) return play(false);
    requestAnimationFrame(tick);
  }

  const ACTIONS = {
    start: () => goTo(0),
    back: () => goTo(here() - 1),
    play: () => play(!isPlaying),
    step: () => goTo(here() + 1),
    cover: () => next((step) => game.run.kinds[step] === FOUND),
    dead: () => next(isDead),
    end: () => goTo(game.run.nSteps - 1),
  };
  const KEYS = { ArrowRight: "step", ArrowLeft: "back", " ": "play", c: "cover", d: "dead", Home: "start", End: "end" };

  function act(name) {
    if (isPlaying && name !== "play") play(false);
    ACTIONS[name]();
  }
  for (const name of Object.keys(ACTIONS)) byId(name).addEventListener("click", () => act(name));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input,select,textarea")) return;
    if (!(event.key in KEYS) || (event.key === " " && event.target.closest("button,summary,a"))) return;
    event.preventDefault();
    act(KEYS[event.key]);
  });
  byId("scrubber").addEventListener("input", ({ target }) => {
    if (isPlaying) play(false);
    goTo(Number(target.value));
  });

  return {
    load(loaded, step) {
      if (isPlaying) play(false);
      game = loaded;
      byId("scrubber").max = game.run.nSteps - 1;
      goTo(step);
    },
    goTo(step) {
      if (isPlaying) play(false);
      goTo(step);
    },
  };
})();
