// The transport: a scrubber with one mark per event, buttons, speed and keys.

import { h, icon, put, say, seatClass, set } from "../dom.js";
import { SPEEDS } from "./state.js";

/**
 * @typedef {{ shape: string, alias: string, label: string, number: string, square: boolean }} Mark
 * @typedef {{ send: (action: import("./state.js").Action) => void, scrub: HTMLElement, marks: HTMLElement, input: HTMLInputElement, play: HTMLElement, back: HTMLButtonElement, on: HTMLButtonElement, position: HTMLElement, live: HTMLElement, speeds: HTMLElement, labels: string[], ghosts: string }} Transport
 */

const SPEED_TEXT = /** @type {Record<number, string>} */ ({ 0.5: "½×", 1: "1×", 2: "2×", 4: "4×" });

/** @param {HTMLElement} root @param {readonly { shape: string, text: string }[]} legend @param {Transport["send"]} send @returns {Transport} */
export function mountTransport(root, legend, send) {
  const marks = h("ol.marks", { "aria-label": "Events" });
  const input = /** @type {HTMLInputElement} */ (h("input.scrub__in", { type: "range", min: 1, max: 1, value: 1, "aria-label": "Event" }));
  const scrub = h("div.scrub", null, h("div.scrub__rail", { "aria-hidden": "true" }, h("span.scrub__done"), h("span.scrub__todo")), marks, input);
  const back = /** @type {HTMLButtonElement} */ (h("button.btn.btn--quiet.btn--icon", { type: "button", "aria-label": "One event back" }, icon("step-back")));
  const play = h("button.btn.btn--brass.btn--icon.tp__play", { type: "button", "aria-label": "Play" });
  const on = /** @type {HTMLButtonElement} */ (h("button.btn.btn--quiet.btn--icon", { type: "button", "aria-label": "One event on" }, icon("step-forward")));
  const position = h("p.tp__pos.num");
  const speeds = h("div.seg.seg--s.tp__speed", { role: "group", "aria-label": "Speed" },
    ...SPEEDS.map((speed) => h("button", { type: "button", "data-speed": speed, "aria-pressed": String(speed === 1) }, SPEED_TEXT[speed])));
  const key = h("ul.legend", { "aria-label": "Marks" }, ...legend.map(({ shape, text }) =>
    h("li", null, shape === "end" ? icon("flag") : h(`i.lg.lg--${shape}`, null, shape === "bid" ? null : icon(shape === "caught" ? "x" : "check")), text)));
  const live = h("button.btn.btn--small.tp__live", { type: "button", "aria-pressed": "false", title: "Follow the newest event (L)" }, icon("radio"), "Live");
  set(root, scrub, h("div.tp", null, h("div.tp__btns", null, back, play, on), position, speeds, key, live));

  back.addEventListener("click", () => send({ type: "step", by: -1 }));
  on.addEventListener("click", () => send({ type: "step", by: 1 }));
  play.addEventListener("click", () => send({ type: "toggle" }));
  live.addEventListener("click", () => send({ type: "live" }));
  input.addEventListener("input", () => send({ type: "seek", to: Number(input.value) }));
  speeds.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button) send({ type: "speed", speed: Number(button.dataset.speed) });
  });
  const transport = { send, scrub, marks, input, play, back, on, position, live, speeds, labels: [], ghosts: "" };
  drag(transport);
  return transport;
}

/** A click or a drag anywhere on the rail goes to the nearest event. @param {Transport} transport */
function drag({ scrub, marks, input, send }) {
  let held = false;
  const to = (/** @type {PointerEvent} */ event) => {
    const box = scrub.getBoundingClientRect();
    const share = (event.clientX - box.left) / (box.width * Number(scrub.dataset.at ?? 1));
    const total = Number(input.max);
    send({ type: "seek", to: Math.max(1, Math.min(total, Math.round(share * (total - 1)) + 1)) });
  };
  scrub.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target === input) return;
    held = true;
    event.preventDefault(); // the focus stays where it was
    scrub.setPointerCapture(event.pointerId);
    const mark = /** @type {HTMLElement} */ (event.target).closest("button");
    if (mark && marks.contains(mark)) send({ type: "seek", to: Number(mark.dataset.seq) });
    else to(event);
  });
  scrub.addEventListener("pointermove", (event) => { if (held) to(event); });
  for (const name of ["pointerup", "pointercancel"]) scrub.addEventListener(name, () => { held = false; });
  marks.addEventListener("click", (event) => {
    const mark = /** @type {HTMLElement} */ (event.target).closest("button");
    if (mark && /** @type {MouseEvent} */ (event).detail === 0) send({ type: "seek", to: Number(mark.dataset.seq) }); // a screen reader's press
  });
}

/**
 * @param {Transport} transport
 * @param {{ at: number, last: number, over: boolean, moving: boolean, live: boolean, speed: number, share: number, marks: Mark[], ahead: string[] }} view
 */
export function drawTransport(transport, view) {
  const { scrub, marks, input, play, back, on, position, live, speeds } = transport;
  const reach = view.over ? 1 : 0.3 + 0.6 * view.share;
  scrub.dataset.at = String(reach);
  put(scrub, "--at", `${(reach * 100).toFixed(2)}%`);
  put(scrub, "--n", Math.max(2, view.last));
  drawMarks(transport, view);
  input.max = String(Math.max(1, view.last));
  input.value = String(view.at);
  input.disabled = view.last < 2;
  input.setAttribute("aria-valuetext", `Event ${view.at} of ${view.last}${view.at ? `, ${view.marks[view.at - 1].label}` : ""}`);
  set(play, icon(view.moving ? "pause" : "play"));
  play.setAttribute("aria-label", view.moving ? "Pause" : "Play");
  back.disabled = view.at <= 1;
  on.disabled = view.at >= view.last;
  set(position, h("span.faint", null, "Event"), ` ${view.at} `, h("span.faint", null, "of"), ` ${view.last}`);
  live.hidden = view.over;
  live.setAttribute("aria-pressed", String(view.live));
  for (const button of speeds.children) button.setAttribute("aria-pressed", String(Number(/** @type {HTMLElement} */ (button).dataset.speed) === view.speed));
  for (const node of marks.children) node.classList.toggle("is-here", Number(/** @type {HTMLElement} */ (node).dataset.seq) === view.at);
}

/** @param {Transport} transport @param {{ last: number, over: boolean, marks: Mark[], ahead: string[] }} view */
function drawMarks(transport, view) {
  const { marks, labels } = transport;
  const total = Math.max(2, view.last);
  const ghosts = view.ahead.join(",") + String(view.over);
  if (labels.length === view.marks.length && transport.ghosts === ghosts) return;
  for (const ghost of marks.querySelectorAll(".mk--ghost")) ghost.remove();
  for (const [i, mark] of view.marks.entries()) {
    if (i >= labels.length) {
      marks.append(markNode(mark, i + 1));
      labels.push(mark.label);
    }
  }
  for (const [i, node] of [...marks.children].entries()) {
    const share = i / (total - 1);
    put(node, "--i", share.toFixed(4));
    node.classList.toggle("mk--early", share < 0.25);
    node.classList.toggle("mk--late", share > 0.6);
  }
  transport.ghosts = ghosts;
  if (view.over) return;
  const step = 1 / Math.max(1, view.ahead.length);
  view.ahead.forEach((number, i) => marks.append(ghost("mk--deal", step * (i + 0.3), h("i.dn.num", null, number))));
  marks.append(ghost("mk--end", 1, icon("flag")));
}

/** @param {string} kind @param {number} place @param {Node} child */
function ghost(kind, place, child) {
  const node = h(`li.mk.mk--ghost.${kind}`, { "aria-hidden": "true" }, h("span", null, child));
  put(node, "--j", place.toFixed(3));
  return node;
}

/** @param {Mark} mark @param {number} seq */
function markNode(mark, seq) {
  const inner = mark.shape === "held" ? icon("check") : mark.shape === "caught" ? icon("x") : mark.shape === "end" ? icon("flag") : mark.number ? h("i.dn.num", null, mark.number) : null;
  const button = h("button", { type: "button", tabindex: "-1", "aria-label": `Event ${seq}: ${mark.label}`, "data-label": mark.label, "data-seq": seq }, inner);
  const node = h(`li.mk.mk--${mark.shape}`, { "data-seq": seq }, button);
  if (mark.square) node.classList.add("mk--forced");
  const colour = mark.alias && seatClass(mark.alias);
  if (colour) node.classList.add(colour);
  return node;
}

/** What a key does, or null. Pure, so that what it leaves alone is tested. @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, target?: any }} event @returns {import("./state.js").Action | null} */
export function keyAction(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target;
  const tag = String(target?.tagName ?? "").toLowerCase();
  const isSlider = tag === "input" && target.type === "range";
  if ((["input", "textarea", "select"].includes(tag) && !isSlider) || target?.isContentEditable) return null;
  if (isSlider && ![" ", "l", "L"].includes(event.key)) return null; // it moves by its own keys
  if (event.key === " " && ["button", "a", "summary"].includes(tag)) return null;
  switch (event.key) {
    case " ": return { type: "toggle" };
    case "ArrowLeft": return { type: "step", by: -1 };
    case "ArrowRight": return { type: "step", by: 1 };
    case "Home": return { type: "seek", to: 1 };
    case "End": return { type: "seek", to: Infinity };
    case "l": case "L": return { type: "live" };
    default: return null;
  }
}
