// Both matches of a comparison, each with its own transport; one of them plays at a time.

import { data } from "../league/dom.js";
import { mountSide } from "./side.js";

const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const roots = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-side]")]);
/** @type {import("./side.js").Side[]} */ const sides = [];

if (page.dataset.stage && roots.length) {
  const game = await import(page.dataset.stage);
  for (const [i, root] of roots.entries()) {
    const { head, frames } = data(`side-${root.dataset.side}`);
    sides.push(mountSide(root, game, head, frames, () => sides.forEach((other, j) => { if (j !== i) other.pause(); })));
  }
}
page.dataset.ready = "yes";
