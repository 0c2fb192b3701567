// Tables of the report: a button in a head sorts by it, words above the ledger
// select its rows. The selection is in the address, as
// #ledger?find=rs_n+table:4&sort=ratio, so that it can be sent to others.
"use strict";

// A number before a word, and numbers by size.
function compare(a, b) {
  const x = parseFloat(a), y = parseFloat(b);
  if (!isNaN(x) && !isNaN(y) && x !== y)
    return x - y;
  if (isNaN(x) !== isNaN(y))
    return isNaN(x) ? 1 : -1;
  return a.localeCompare(b);
}

function sortBy(table, column, down) {
  const rows = [...table.tBodies[0].rows];
  const text = row => ownText(row.cells[column]);
  rows.sort((a, b) => (down ? -1 : 1) * compare(text(a), text(b)));
  table.tBodies[0].append(...rows);
  for (const head of table.tHead.rows[0].cells)
    head.removeAttribute("aria-sort");
  table.tHead.rows[0].cells[column].setAttribute(
    "aria-sort", down ? "descending" : "ascending");
}

// What a cell is selected by: if it opens, the words that are always there.
function ownText(cell) {
  return (cell.querySelector("summary") || cell).textContent;
}

// Every word must be in a row; column:word in that column, alone.
function select(table, sought) {
  const names = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
  const tests = sought.toLowerCase().split(/\s+/).filter(Boolean).map(word => {
    const [, name, rest] = /^([^:]+):(.*)$/.exec(word) || [];
    const column = names.indexOf(name);
    return column < 0
      ? row => row.textContent.toLowerCase().includes(word)
      : row => ownText(row.cells[column]).toLowerCase()
        .replaceAll(" ", "_") === rest;
  });
  let shown = 0;
  for (const row of table.tBodies[0].rows) {
    row.hidden = !tests.every(test => test(row));
    shown += !row.hidden;
  }
  return shown;
}

function startLedger() {
  const table = document.querySelector("#ledger table");
  const find = document.querySelector("#find");
  const count = document.querySelector("#count");
  const show = () => {
    count.textContent = `${select(table, find.value)} of ` +
      `${table.tBodies[0].rows.length} rows`;
  };
  const follow = () => {
    const query = new URLSearchParams(location.hash.split("?")[1] || "");
    if (query.has("find"))
      find.value = query.get("find");
    const names = [...table.tHead.rows[0].cells].map(c => c.textContent);
    if (names.includes(query.get("sort")))
      sortBy(table, names.indexOf(query.get("sort")), false);
    show();
    if (query.has("find"))
      document.querySelector("#ledger").scrollIntoView();
  };
  const change = () => {
    show();
    const query = new URLSearchParams({find: find.value});
    history.replaceState(null, "", `#ledger?${query}`);
  };
  find.addEventListener("input", change);
  for (const menu of document.querySelectorAll("#ledger select"))
    menu.addEventListener("change", () => {
      const prefix = `${menu.dataset.column}:`;
      const words = find.value.split(/\s+/).filter(
        word => word && !word.startsWith(prefix));
      if (menu.value)
        words.push(prefix + menu.value.replaceAll(" ", "_"));
      find.value = words.join(" ");
      change();
    });
  window.addEventListener("hashchange", follow);
  follow();
}

// A button is what a keyboard reaches, and Enter and Space press.
function makeSortable(table) {
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sortBy(
      table, head.cellIndex, head.getAttribute("aria-sort") === "ascending"));
  }
}

// Cards have no heads, so each cell has its own.
function labelCells(table) {
  const names = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
  for (const cell of table.querySelectorAll("td"))
    cell.dataset.label = names[cell.cellIndex];
}

// The arrow keys scroll what has the focus. Sizes are known when they are first
// needed: to measure all of a long page at once takes a second.
const sizes = new ResizeObserver(entries => {
  for (const {target} of entries)
    if (target.scrollWidth > target.clientWidth ||
        target.scrollHeight > target.clientHeight)
      target.tabIndex = 0;
    else
      target.removeAttribute("tabindex");
});

document.querySelectorAll("table.sortable").forEach(makeSortable);
document.querySelectorAll("table.cards").forEach(labelCells);
if (document.querySelector("#ledger"))
  startLedger();
for (const box of document.querySelectorAll(".table, .drawing"))
  sizes.observe(box);
