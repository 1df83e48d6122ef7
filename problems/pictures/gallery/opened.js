// The dialog with one cover, enlarged.
"use strict";

function openCover(number) {
  const cover = coverOf(number);
  byId("caption").textContent = `Cover ${captionOf(number, cover)} of ${grouped(LINES.length)}`;
  link(byId("previous"), number > 1 && `#cover=${number - 1}`);
  link(byId("next"), number < LINES.length && `#cover=${number + 1}`);
  link(byId("close"), `#page=${pageOf(number)}`);
  byId("picture").replaceChildren(sized(drawnSvg(cover), byId("picture")));
  dialog.dataset.number = number;
  if (!dialog.open) dialog.showModal();
  if (!document.activeElement.matches("#opened :is([href], [tabindex])")) byId("close").focus();
}

const dialog = byId("opened");
dialog.addEventListener("close", () => {
  const { cover } = asked();
  if (cover) location.hash = `page=${pageOf(cover)}`;  // closed by the Escape key
  document.querySelector(`figure a[data-number="${dialog.dataset.number}"]`)?.focus();
});
