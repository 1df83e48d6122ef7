// The dialog with one cover, enlarged; of a packing in space, a model with its layers beside it.
"use strict";

function openCover(number) {
  const cover = coverOf(number);
  byId("caption").textContent = `Cover ${captionOf(number, cover)} of ${grouped(LINES.length)}`;
  link(byId("previous"), number > 1 && `#cover=${number - 1}`);
  link(byId("next"), number < LINES.length && `#cover=${number + 1}`);
  link(byId("close"), `#page=${pageOf(number)}`);
  dialog.dataset.number = number;
  byId("space").hidden = !IS_SPACE;
  if (!dialog.open) dialog.showModal();
  if (IS_SPACE) openSpace(BOARD, cover, (off) => showLayers(cover, off));
  else byId("flat").replaceChildren(sized(drawnSvg(cover), byId("flat")));
  const isNeeded = cover.copies?.some(([piece, letter]) => letter !== BOARD.pieces[piece]);
  byId("legend").hidden = !isNeeded;
  if (isNeeded) showLegend(cover);
  byId("moves").hidden = !cover.moves;
  byId("moves").textContent = cover.moves?.join("\n");
  if (!document.activeElement.matches("#opened :is([href], button, input, [tabindex])")) byId("close").focus();
}

function showLayers(cover, off) {
  const left = { ...cover, cells: cover.cells.map((copy) => (off.has(copy) ? 0 : copy)) };
  const bottom = BOARD.shape[0] - 1;
  const layers = layersOf(left).map((svg, layer) => {
    const made = document.createElement("figure"), caption = document.createElement("figcaption");
    caption.textContent = `layer ${layer + 1}${layer === 0 ? ", top" : layer === bottom ? ", bottom" : ""}`;
    made.append(svg, caption);
    return made;
  });
  byId("flat").replaceChildren(...layers);
}

// A line for each piece that is used: its name, the letters of its copies in their colours, and how many they are.
function showLegend(cover) {
  const lines = BOARD.pieces.map((name, piece) => [name, cover.copies.filter((copy) => copy[0] === piece)]);
  byId("legend").tBodies[0].replaceChildren(...lines.filter(([, copies]) => copies.length).map(([name, copies]) => {
    const row = document.createElement("tr");
    row.insertCell().textContent = name;
    row.insertCell().append(...copies.map(([, letter, colour]) => swatch(letter, colour)));
    row.insertCell().textContent = copies.length;
    return row;
  }));
}

function swatch(letter, colour) {
  const square = svgElement("path", { class: `c${colour}`, d: "M0 0h10v10h-10z" });
  const text = svgElement("text", { class: "on", x: 5, y: 5 }, letter);
  return svgElement("svg", { class: "danceoff", viewBox: "0 0 10 10", role: "img" }, svgElement("title", {}, letter), square, text);
}

const dialog = byId("opened");
dialog.addEventListener("close", () => {
  const { cover } = asked();
  if (cover) location.hash = `page=${pageOf(cover)}`;  // closed by the Escape key
  document.querySelector(`figure a[data-number="${dialog.dataset.number}"]`)?.focus();
});
