// Pages of covers. The hash of the address says what is shown: #page=3, or #cover=250, which is opened above its page.
"use strict";

function asked() {
  const values = new URLSearchParams(location.hash.slice(1));
  const within = (name, most) => {
    const number = Number(values.get(name));
    return Number.isInteger(number) && number >= 1 && number <= most ? number : 0;
  };
  const cover = within("cover", LINES.length);
  return { cover, page: cover ? pageOf(cover) : within("page", N_PAGES) || 1 };
}

function show() {
  const { cover, page } = asked();
  if (page !== Number(byId("main").dataset.page)) showPage(page);
  if (cover) openCover(cover);
  else if (dialog.open) dialog.close();
}

function showPage(page) {
  const first = (page - 1) * PER_PAGE + 1, last = Math.min(page * PER_PAGE, LINES.length);
  onScreen.disconnect();
  byId("main").dataset.page = page;
  byId("main").replaceChildren(...Array.from({ length: last - first + 1 }, (_, k) => figure(first + k)));
  byId("page").value = page;
  byId("range").textContent = `of ${grouped(N_PAGES)}: covers ${grouped(first)} to ${grouped(last)} of ${grouped(LINES.length)}`;
  link(byId("previous-page"), page > 1 && `#page=${page - 1}`);
  link(byId("next-page"), page < N_PAGES && `#page=${page + 1}`);
  scrollTo(0, 0);
}

// A figure is empty until it comes near the screen.
function figure(number) {
  const made = document.createElement("figure"), opens = document.createElement("a"), caption = document.createElement("figcaption");
  opens.setAttribute("aria-label", `Open cover ${grouped(number)}`);
  opens.dataset.number = number;
  link(opens, `#cover=${number}`);
  caption.textContent = captionOf(number, coverOf(number));
  made.append(opens, caption);
  onScreen.observe(opens);
  return made;
}

function drawInto(opens) {
  onScreen.unobserve(opens);
  if (opens.firstChild) return;
  const cover = coverOf(opens.dataset.number);
  opens.append(IS_SPACE ? document.createElement("canvas") : drawnSvg(cover));
  if (IS_SPACE) drawThumbnail(opens.firstChild, cover);
}

function drawThumbnail(canvas, cover) {
  canvas.className = "danceoff";
  drawSpace(canvas, spaceOf(BOARD, cover), FIRST_VIEW);
}

// Tells the style sheet the shape of a picture: width by height, and its width in cells.
function sized(svg, target) {
  const { width, height } = svg.viewBox.baseVal;
  target.style.setProperty("--ratio", width / height);
  target.style.setProperty("--columns", width / CELL);
  return svg;
}

function link(element, address) {
  if (address) element.setAttribute("href", address);
  else element.removeAttribute("href");
}

function onKey(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, canvas")) return;
  const forward = dialog.open ? "next" : "next-page", back = dialog.open ? "previous" : "previous-page";
  const address = byId(step > 0 ? forward : back).getAttribute("href");
  if (address) location.hash = address;
}

const onScreen = new IntersectionObserver(
  (seen) => seen.filter((one) => one.isIntersecting).forEach((one) => drawInto(one.target)), { rootMargin: "300px" });
byId("pages").hidden = N_PAGES === 1;
byId("page").max = N_PAGES;
byId("page").addEventListener("change", (event) => { location.hash = `page=${event.target.value}`; });
if (IS_SPACE) byId("main").classList.add("models");
else if (LINES.length) sized(drawnSvg(coverOf(1)), byId("main"));
addEventListener("hashchange", show);
addEventListener("keydown", onKey);
addEventListener("beforeprint", () => document.querySelectorAll("figure a").forEach(drawInto));
show();
