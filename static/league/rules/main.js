// A worked deal on a game's rules page: the same stage as on the watch page, stepped by hand.

import { data } from "../dom.js";

const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (page.querySelector(`[data-part="${name}"]`));
const [head, frames] = [data("head"), data("frames")];
const game = await import(page.dataset.stage ?? "");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const stage = game.mount(part("stage"), head);
const steps = /** @type {HTMLButtonElement[]} */ ([...part("steps").querySelectorAll("button")]);
const [back, on] = [/** @type {HTMLButtonElement} */ (part("back")), /** @type {HTMLButtonElement} */ (part("on"))];
let at = 1;

/** @param {number} to @param {boolean} [motion] */
function show(to, motion = false) {
  at = Math.max(1, Math.min(frames.length, to));
  game.draw(stage, frames[at - 1], { motion: motion && !calm.matches, hands: true, speed: 1, live: false });
  for (const step of steps) {
    if (Number(step.dataset.seq) === at) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
  back.disabled = at === 1;
  on.textContent = at === frames.length ? "Again from the start" : "Next step";
}

part("steps").addEventListener("click", (event) => {
  const step = /** @type {HTMLElement} */ (event.target).closest("button");
  if (step) show(Number(step.dataset.seq));
});
part("steps").addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[/** @type {KeyboardEvent} */ (event).key];
  if (!by) return;
  event.preventDefault();
  show(at + by, by === 1);
  steps[at - 1].focus();
});
back.addEventListener("click", () => show(at - 1));
on.addEventListener("click", () => (at === frames.length ? show(1) : show(at + 1, true)));
show(1);
page.dataset.ready = "yes";
