// A duel's page: two clips, one answer. Everything that is sent is sent by the page's own forms.

import { data } from "../league/dom.js";
import { mountKeys } from "../league/keys.js";
import { mountClip } from "./clip.js";
import { deed, latch } from "./state.js";

const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const isFirst = latch();
const roots = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-clip]")]);
/** @type {import("./clip.js").Clip[]} */
const clips = [];
let focus = 0;

if (roots.length && page.dataset.stage) {
  const game = await import(page.dataset.stage);
  for (const [i, root] of roots.entries()) {
    clips.push(mountClip(root, game, data(`clip-${root.dataset.clip}`), () => {
      focusOn(i);
      clips.forEach((other, j) => { if (j !== i) other.pause(); }); // one lively thing at a time
    }));
    for (const kind of ["pointerdown", "focusin"]) root.addEventListener(kind, () => focusOn(i));
  }
  focusOn(0);
}
mountKeys();
page.dataset.ready = "yes";

/** @param {number} i */
function focusOn(i) {
  focus = i;
  roots.forEach((root, j) => root.classList.toggle("is-focus", i === j));
}

document.addEventListener("keydown", (event) => {
  const found = deed(event);
  if (!found) return;
  if (found.do === "clip") {
    if (!clips[focus]) return;
    event.preventDefault();
    clips[focus].send(found.action);
    return;
  }
  const wanted = found.do === "pick" ? `[data-pick="${found.side}"]` : `[data-press="${found.what}"]`;
  /** @type {HTMLElement | null} */ (page.querySelector(wanted))?.click();
});

document.addEventListener("submit", (event) => {
  if (!isFirst()) {
    event.preventDefault();
    return;
  }
  const pressed = /** @type {SubmitEvent} */ (event).submitter;
  if (pressed?.dataset.pick) pressed.setAttribute("aria-pressed", "true");
  clips.forEach((clip) => clip.pause());
  page.classList.add("is-sent");
});

addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  location.reload(); // the pair may have its answer by now
});
