// Both matches of a comparison, each with its own transport; one of them plays at a time.

import { data, say } from "../league/dom.js";
import { mountReplay } from "../league/watch/replay.js";

const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const roots = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-side]")]);
/** @type {import("../league/watch/replay.js").Replay[]} */ const sides = [];

if (page.dataset.stage && roots.length) {
  const game = await import(page.dataset.stage);
  for (const [i, root] of roots.entries()) {
    const line = /** @type {HTMLElement} */ (root.querySelector('[data-part="line"]'));
    sides.push(mountReplay(root, game, data(`side-${root.dataset.side}`), {
      onPlay: () => sides.forEach((other, j) => { if (j !== i) other.pause(); }),
      onShow: (_, text) => say(line, text ?? "Nothing was played."),
    }));
  }
}
page.dataset.ready = "yes";
