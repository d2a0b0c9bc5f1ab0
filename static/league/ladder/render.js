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

/** Bring one table up to date row by row; false when its shape changed. */
function morph(part, fresh) {
  const table = part.querySelector("table");
  const other = fresh.querySelector("table");
  if (!table || !other) return false;
  const focus = focused(table);
  sync(table.tHead, other.tHead);
  const rows = new Map(keyed(table).map((row) => [row.dataset.key, row]));
  const { gone } = plan([...rows.keys()], keyed(other).map((row) => row.dataset.key));
  for (const key of gone) rows.get(key)?.remove();
  const bodies = [...other.tBodies].map((body) => {
    const copy = /** @type {HTMLElement} */ (document.importNode(body, false));
    for (const row of keyed(body)) {
      const kept = rows.get(row.dataset.key);
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

/** Make an element equal to another, touching nothing when it is. */
function sync(element, other) {
  element.className = other.className;
  if (element.innerHTML !== other.innerHTML) element.replaceChildren(...adopt(other.childNodes));
}

/** @returns {HTMLTableRowElement[]} */
function keyed(root) {
  return [...root.querySelectorAll("tr[data-key]")];
}

function adopt(nodes) {
  return [...nodes].map((node) => document.importNode(node, true));
}

/** Say which link of the table has the focus, in words that outlive its node. */
function focused(table) {
  const active = document.activeElement;
  if (!active || !table.contains(active)) return null;
  const key = active.closest("tr[data-key]")?.getAttribute("data-key");
  const sort = active.getAttribute("data-sort");
  if (sort) return `[data-sort="${sort}"]`;
  return key ? `tr[data-key="${key}"] a` : null;
}

function restore(table, selector) {
  if (!selector) return;
  table.querySelector(selector)?.focus({ preventScroll: true });
}
