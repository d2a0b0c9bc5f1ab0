// The form that starts a trial says what it is going to cost. Without it the form works all the same.

import { data, say } from "../league/dom.js";
import { costOf, costText } from "./state.js";

const prices = /** @type {import("./state.js").Prices} */ (data("estimate"));
const told = /** @type {HTMLElement | null} */ (document.querySelector("[data-cost]"));
const form = told?.closest("form");

/** @param {string} name */
function value(name) {
  const field = form?.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : "";
}

function draw() {
  if (!told) return;
  const comparisons = Number(value("comparisons"));
  const text = costText(costOf({ judge: value("judge"), path: value("path"), comparisons }, prices), comparisons);
  told.hidden = text === "";
  say(told, text);
}

form?.addEventListener("input", draw);
draw();
