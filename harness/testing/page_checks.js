// harness/testing/page_checks.js -- what a test finds out about a page; it is
// appended to a copy of the page. Each function returns the faults as text.
"use strict";

const report = faults => faults.slice(0, 8).join("; ") +
  (faults.length > 8 ? `; ${faults.length - 8} more` : "");
const all = selector => [...document.querySelectorAll(selector)];
const nameOf = element => `<${element.tagName.toLowerCase()}> ` +
  element.textContent.trim().slice(0, 30);

function isShown(element) {
  return element.checkVisibility({visibilityProperty: true}) &&
    element.getClientRects().length > 0;
}

// The text nodes that are shown, outside of scripts.
function* shownText() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.data.trim() !== "" &&
        isShown(walker.currentNode.parentElement))
      yield walker.currentNode;
}

// Words that the window does not show before scrolling.
function missingOnFirstScreen(...words) {
  scrollTo(0, 0);
  let text = "";
  for (const node of shownText()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 &&
        box.right <= innerWidth)
      text += " " + node.data;
  }
  text = text.replace(/\s+/g, " ");
  return report(words.filter(word => !text.includes(word)));
}

// Elements that the window does not show whole before scrolling.
function cutOffFirstScreen(selector) {
  scrollTo(0, 0);
  const boxes = all(selector).map(element => element.getBoundingClientRect());
  return boxes.length === 0 ? "nothing" : report(boxes.filter(
    box => box.height === 0 || box.bottom > innerHeight ||
      box.right > innerWidth).map(box => `ends at ${box.right}, ${box.bottom}`));
}

// The page does not scroll to the side, and no part of it is cut off. A window
// of a telephone grows with its page: innerWidth does not do.
function overflow() {
  for (const part of all("main > section"))
    part.style.contentVisibility = "visible";
  const page = document.documentElement;
  return page.scrollWidth <= page.clientWidth ? ""
    : `${page.scrollWidth} wide in a window of ${page.clientWidth}`;
}

function structureFaults() {
  const faults = [];
  const wanted = (selector, number) => {
    if (all(selector).length !== number)
      faults.push(`${all(selector).length} of ${selector}`);
  };
  wanted("main", 1);
  wanted("h1", 1);
  wanted("nav[aria-label]", 1);
  wanted("html[lang]", 1);
  const bad = (selector, why, test) => faults.push(
    ...all(selector).filter(test).map(one => `${why}: ${nameOf(one)}`));
  bad("table", "no caption", table => !table.caption ||
    table.caption.textContent.trim() === "");
  bad("th", "no scope", head => head.scope === "");
  bad("main section", "no label", one => !one.hasAttribute("aria-label"));
  bad("svg", "no alternative", one => one.getAttribute("aria-hidden") !== "true"
    && !(one.getAttribute("role") === "img" && one.getAttribute("aria-label")));
  bad("input, select, textarea", "no label", one =>
    !one.getAttribute("aria-label") && one.labels.length === 0);
  bad("a, button, summary", "no text", one => one.textContent.trim() === "");
  bad("a[href^='#']", "leads nowhere", one =>
    !document.getElementById(one.hash.slice(1)));
  const ids = new Set();
  bad("[id]", "id twice", one => ids.size === ids.add(one.id).size);
  return report(faults);
}

// [red, green, blue, alpha] of a computed colour.
function parseColour(text) {
  const parts = text.match(/[\d.]+/g).map(Number);
  return [...parts.slice(0, 3), parts[3] ?? 1];
}

function over(front, back) {
  return front.slice(0, 3).map((value, i) =>
    value * front[3] + back[i] * (1 - front[3]));
}

function background(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement)
    layers.push(parseColour(getComputedStyle(at).backgroundColor));
  const page = matchMedia("(prefers-color-scheme: dark)").matches
    ? [18, 18, 18] : [255, 255, 255];
  return layers.reduceRight((back, front) => over(front, back), page);
}

function luminance(colour) {
  const [r, g, b] = colour.map(value => value / 255).map(
    c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// WCAG's ratio of a colour to what is behind the element.
function contrast(colour, element) {
  const back = background(element);
  const [low, high] = [luminance(over(parseColour(colour), back)),
                       luminance(back)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Text below 4.5, marks of our drawings and of table heads below 3.
function contrastFaults() {
  const faults = new Map();
  const demand = (ratio, colour, element, what) => {
    const found = contrast(colour, element);
    if (found < ratio)
      faults.set(`${colour} ${what}`, `${found.toFixed(2)}: ${colour}, ` +
                 `${what}, ${nameOf(element)}`);
  };
  all("details").forEach(details => { details.open = true; });
  const texts = new Set([...shownText()].map(node => node.parentElement));
  for (const element of texts) {
    const style = getComputedStyle(element);
    demand(4.5, element.closest("svg") ? style.fill : style.color, element,
           "text");
  }
  for (const mark of all("svg.machine path")) {
    const style = getComputedStyle(mark);
    for (const colour of [style.stroke, style.fill])
      if (colour.startsWith("rgb"))
        demand(3, colour, mark, "mark");
  }
  for (const element of all("main :not(svg, svg *)"))
    for (const which of ["::before", "::after"]) {
      const style = getComputedStyle(element, which);
      if (style.content !== "none" && style.content !== "normal")
        demand(/[a-z]/.test(style.content) ? 4.5 : 3, style.color, element,
               which);
    }
  if (texts.size === 0)
    faults.set("", "no text");
  return report([...faults.values()]);
}

// Every control takes the focus and shows that it has it.
function focusFaults() {
  const faults = [];
  all("details").forEach(details => { details.open = true; });
  const controls = all("a[href], button, input, select, summary, [tabindex]")
    .filter(isShown);
  for (const control of controls) {
    control.focus({preventScroll: true});
    const style = getComputedStyle(control);
    if (document.activeElement !== control || control.tabIndex < 0)
      faults.push(`no focus: ${nameOf(control)}`);
    else if (style.outlineStyle === "none" ||
             parseFloat(style.outlineWidth) < 1)
      faults.push(`focus is not seen: ${nameOf(control)}`);
    else if (contrast(style.outlineColor, control.parentElement) < 3)
      faults.push(`focus is faint: ${nameOf(control)}`);
  }
  return report(controls.length === 0 ? ["no controls"] : faults);
}

// On a narrow screen a row is a card: its verdict first, all of it in sight.
function cardFaults() {
  const faults = [];
  const width = document.documentElement.clientWidth;
  for (const cell of all("table.cards tbody td").filter(isShown)) {
    const box = cell.getBoundingClientRect();
    if (box.left < 0 || box.right > width)
      faults.push(`off the screen: ${nameOf(cell)}`);
    if (cell.classList.contains("verdict") &&
        [...cell.parentElement.cells].some(
          other => other !== cell && isShown(other) &&
            other.getBoundingClientRect().top < box.top))
      faults.push(`verdict is not first: ${nameOf(cell)}`);
  }
  if (all("table.cards td.verdict").length === 0)
    faults.push("no verdicts");
  return report(faults);
}

// Figures keep the size at which their letters can be read.
function smallFigures(width) {
  const figures = all(".drawing > svg");
  return report(figures.length === 0 ? ["no figures"] : figures.filter(
    svg => isShown(svg) && svg.getBoundingClientRect().width < width).map(
    svg => svg.getAttribute("aria-label").slice(0, 40)));
}

// The main figure is there once, and whole.
function mainFigureFaults() {
  const figures = all(".broad svg, .narrow svg").filter(isShown);
  return report(figures.length !== 1 ? [`${figures.length} are shown`]
    : figures.map(svg => svg.getBoundingClientRect()).filter(
      box => box.left < 0 || box.right > innerWidth || box.width < 250).map(
      box => `from ${box.left} to ${box.right}`));
}

// On paper nothing is folded, and no row is left out.
function foldedOnPaper() {
  all("details").forEach(details => { details.open = false; });
  for (const find of all("#find")) {
    find.value = "no such word";
    find.dispatchEvent(new Event("input"));
  }
  const rows = all("tbody tr");
  const parts = all("details:not(.files) > :not(summary)");
  const hidden = shown => shown.filter(one => !isShown(one)).length;
  if (rows.length === 0 || parts.length === 0)
    return "no rows, or no folded parts";
  return hidden(rows) + hidden(parts) === 0 ? ""
    : `${hidden(rows)} rows, ${hidden(parts)} folded parts are not there`;
}

// What axe-core finds, outside of drawings, which have thousands of shapes.
async function axeFaults() {
  const found = await axe.run({exclude: [".drawing > svg"]},
                              {resultTypes: ["violations"]});
  if (found.passes.length === 0)
    return "axe-core has checked nothing";
  return report(found.violations.map(
    one => `${one.id} (${one.nodes.length}): ${one.nodes[0].target}`));
}
