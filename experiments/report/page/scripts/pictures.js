// A click on the picture of a problem enlarges it, in the dialog of cases.
"use strict";
const CELL_REM = 1.1;  // the least width of a cell, which is 10 units wide

function enlarge(figure) {
  const picture = figure.querySelector("svg").cloneNode(true);
  picture.removeAttribute("id");
  picture.classList.add("enlarged");
  picture.style.minWidth = `${CELL_REM / 10 * picture.viewBox.baseVal.width}rem`;
  byId("case").querySelector(".body").replaceChildren(
    element("h2", { id: "case-title" }, ...breakable(figure.dataset.problem)),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Picture" }, picture),
  );
  byId("case").showModal();
}

for (const button of document.querySelectorAll(".enlarge")) button.addEventListener("click", () => enlarge(button.closest("figure")));
