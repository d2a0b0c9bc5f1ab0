// Puts what the server wrote into the page that is open: rows keyed by their policy keep their
// place in the document, so focus, selection and scroll stay where they were.
import { plan } from "./state.js";

/**
 * @param {Element} root the page's `main`
 * @param {Document} next the page as the server writes it now
 */
export function replace(root, next) {
  for (const part of root.querySelectorAll("[data-live]")) {
    const name = part.getAttribute("data-live");
    const fresh = next.querySelector(`[data-live="${name}"]`);
    if (!fresh) continue;
    if (name !== "table" || !morph(part, fresh)) {
      if (part.innerHTML !== fresh.innerHTML) part.replaceChildren(...adopt(fresh.childNodes));
    }
  }
  const links = next.querySelectorAll(".dl a");
  root.querySelectorAll(".dl a").forEach((link, index) => {
    link.setAttribute("href", links[index]?.getAttribute("href") ?? "");
  });
}

/**
 * Bring one table up to date row by row; false when its shape changed.
 * @param {Element} part
 * @param {Element} fresh
 */
function morph(part, fresh) {
  const table = part.querySelector("table");
  const other = fresh.querySelector("table");
  if (!table || !other) return false;
  const focus = focused(table);
  if (table.tHead && other.tHead) sync(table.tHead, other.tHead);
  const rows = new Map(keyed(table).map((row) => [key(row), row]));
  const { gone } = plan([...rows.keys()], keyed(other).map(key));
  for (const name of gone) rows.get(name)?.remove();
  const bodies = [...other.tBodies].map((body) => {
    const copy = /** @type {HTMLElement} */ (document.importNode(body, false));
    for (const row of keyed(body)) {
      const kept = rows.get(key(row));
      if (kept) sync(kept, row);
      copy.append(kept ?? document.importNode(row, true));
    }
    return copy;
  });
  for (const body of [...table.tBodies]) body.remove();
  table.append(...bodies);
  restore(table, focus);
  return true;
}

/**
 * Make an element equal to another, touching nothing when it is.
 * @param {Element} element
 * @param {Element} other
 */
function sync(element, other) {
  element.className = other.className;
  if (element.innerHTML !== other.innerHTML) element.replaceChildren(...adopt(other.childNodes));
}

/** @param {HTMLTableRowElement} row */
const key = (row) => row.dataset.key ?? "";

/**
 * @param {Element} root
 * @returns {HTMLTableRowElement[]}
 */
function keyed(root) {
  return [.../** @type {NodeListOf<HTMLTableRowElement>} */ (root.querySelectorAll("tr[data-key]"))];
}

/** @param {Iterable<Node>} nodes */
function adopt(nodes) {
  return [...nodes].map((node) => document.importNode(node, true));
}

/**
 * Say which link of the table has the focus, in words that outlive its node.
 * @param {Element} table
 */
function focused(table) {
  const active = document.activeElement;
  if (!active || !table.contains(active)) return null;
  const row = active.closest("tr[data-key]")?.getAttribute("data-key");
  const sort = active.getAttribute("data-sort");
  if (sort) return `[data-sort="${sort}"]`;
  return row ? `tr[data-key="${row}"] a` : null;
}

/**
 * @param {Element} table
 * @param {string | null} selector
 */
function restore(table, selector) {
  const link = selector && table.querySelector(selector);
  if (link instanceof HTMLElement) link.focus({ preventScroll: true });
}
