// The stage of Rumor: mounts the table of ten and draws any frame of it, alone.
//
// A frame is complete in itself, so the picture never depends on what was drawn before. What moves
// does: messages of a round travel once, and masks come off once, when the page stepped to them.

import { cog, h, put, seatClass, set, use } from "../../league/dom.js";
import { signOf, toneOf, wordOf } from "./answers.js";
import { buildNet, drawMark, drawNet, keyOf, lookAt } from "./net.js";
import { ensurePaints } from "./paints.js";
import { keyNodes, toldNodes } from "./strip.js";
import { travel } from "./pulses.js";
import { aliasOf, sceneOf } from "./table.js";

export { ahead, dwell, filters, headline, legend, line, mark, progress, teaser } from "./story.js";
export { drawPanels, mountPanels } from "./panels.js";

/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {import("./net.js").Net} Net */
/** @typedef {{ motion: boolean, hands: boolean, speed: number, live: boolean }} Look */
/** @typedef {{ root: HTMLElement, head: Head, told: HTMLElement, board: HTMLElement, bubble: HTMLElement, net: Net | null, frame: Frame | null, look: Look, seen: string | null, running: string | null, stop: () => void, looked: number | null, pinned: number | null }} Stage */

const WIDE_FROM = 724;
const MID_FROM = 540;
const UNMASKING = 5200;

/** The switch that this game offers beside the title: to guess along, one hides what the cogs keep to themselves. */
export const option = { key: "hands", on: "Hide minds", off: "Show minds", icon: "eye" };

/** @param {HTMLElement} root @param {Head} head @returns {Stage} */
export function mount(root, head) {
  ensurePaints();
  const strip = h("div.rm-told");
  const board = h("div.rm-board");
  const bubble = h("div.rm-bubble", { "data-empty": "yes" });
  root.className = "stage rm on-felt";
  set(root, h("h2.sr-only", null, "The table"), strip, h("div.rm-frame", null, h("div.rm-table-top", null, board, bubble), h("p.rm-key", { "aria-hidden": "true" })));
  /** @type {Stage} */
  const stage = { root, head, told: strip, board, bubble, net: null, frame: null, look: { motion: false, hands: true, speed: 1, live: false }, seen: null, running: null, stop: () => {}, looked: null, pinned: null };
  new ResizeObserver(() => {
    if (stage.net && !stage.net.key.startsWith(`${sizeOf(stage)}:`)) draw(stage, stage.frame, { ...stage.look, motion: false });
  }).observe(root);
  for (const [kind, on] of /** @type {[string, boolean][]} */ ([["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])) {
    board.addEventListener(kind, (event) => point(stage, event, on));
  }
  board.addEventListener("click", (event) => pin(stage, event));
  board.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      stage.looked = stage.pinned = null;
      look(stage);
    }
    if ((event.key !== "Enter" && event.key !== " ") || seatOf(event) === null) return;
    event.preventDefault();
    event.stopPropagation();
    pin(stage, event);
  });
  return stage;
}

/** @param {Stage} stage @returns {import("./net.js").Size} */
function sizeOf({ root }) {
  const room = root.clientWidth || 0;
  return room >= WIDE_FROM ? "wide" : room >= MID_FROM ? "mid" : "narrow";
}

/** @param {Event} event @returns {number | null} */
function seatOf(event) {
  const seat = /** @type {Element} */ (event.target).closest?.(".rm-seat");
  return seat ? Number(seat.getAttribute("data-slot")) : null;
}

/** @param {Stage} stage @param {Event} event @param {boolean} on */
function point(stage, event, on) {
  const slot = seatOf(event);
  if (slot === null) return;
  stage.looked = on ? slot : null;
  look(stage);
}

/** A press keeps a seat in view, for touch and keys; another lets it go. @param {Stage} stage @param {Event} event */
function pin(stage, event) {
  const slot = seatOf(event);
  stage.pinned = slot === null || slot === stage.pinned ? null : slot;
  stage.looked = stage.pinned;
  look(stage);
}

/** Light the seat that pointer or focus is on, else the pinned one. @param {Stage} stage */
function look(stage) {
  if (!stage.net) return;
  const slot = stage.looked ?? stage.pinned;
  lookAt(stage.net, slot);
  for (const [other, seat] of stage.net.seats) seat.setAttribute("aria-pressed", String(other === stage.pinned));
  stage.root.dispatchEvent(new CustomEvent("rumor:look", { bubbles: true, detail: slot }));
}

/** @param {Stage} stage @param {Frame | null} frame @param {Look} view */
export function draw(stage, frame, view) {
  const scene = sceneOf(frame);
  Object.assign(stage, { frame, look: view });
  if (view.motion && scene !== null && scene === stage.running) { // this motion began a frame ago, and only the words go on
    if (stage.net) drawMark(stage.net, frame);
    drawBubble(stage); // the last word of a round leaves the felt to what travels
    return drawTold(stage);
  }
  stage.stop();
  stage.running = null;
  drawAtRest(stage);
  if (view.motion && scene !== null && scene !== stage.seen) start(stage, scene);
  else if (view.motion) stage.root.classList.add("is-step");
  stage.seen = scene;
}

/** @param {Stage} stage */
function drawAtRest(stage) {
  const { root, head, frame, look: view } = stage;
  const table = frame?.table ?? null;
  const size = sizeOf(stage);
  if (!stage.net || stage.net.key !== keyOf(table, size)) {
    const held = document.activeElement?.closest(".rm-seat")?.getAttribute("data-slot") ?? null;
    stage.net = buildNet(head, table, size);
    set(stage.board, stage.net.felt, stage.net.live);
    stage.looked = null; // the seat under the pointer is another node now; the one that had the focus gets it back
    if (held !== null) stage.net.seats.get(Number(held))?.focus({ preventScroll: true });
    root.dataset.wide = size === "narrow" ? "no" : "yes";
    root.dataset.size = size;
  }
  const minds = view.hands || Boolean(table?.tally);
  const page = root.closest("main");
  if (page) page.dataset.minds = minds ? "shown" : "hidden";
  root.classList.remove("is-playing", "is-step");
  root.dataset.phase = table?.tally ? "tally" : table?.phase ?? "waiting";
  put(root, "--pace", view.speed);
  drawNet(stage.net, frame, { hands: minds });
  set(/** @type {Element} */ (root.querySelector(".rm-key")), ...keyNodes(table));
  drawTold(stage);
  drawBubble(stage);
  look(stage);
}

/** @param {Stage} stage */
function drawTold({ told, head, frame, look: { live } }) {
  set(told, ...toldNodes(frame, head, live));
}

/** What is said, beside who says it: a bubble on a wide felt, a card under a narrow one. @param {Stage} stage */
function drawBubble({ bubble, net, head, frame }) {
  const event = frame?.kind === "say" ? frame.event : null;
  bubble.dataset.empty = event ? "no" : "yes";
  bubble.className = "rm-bubble";
  set(bubble);
  if (!event || !net) return;
  const alias = aliasOf(head, event.seat);
  const colour = seatClass(alias);
  if (colour) bubble.classList.add(colour);
  const node = net.layout.nodes[event.seat];
  const place = net.layout.bubble;
  if (place) {
    put(bubble, "--x", `${(place.x / net.layout.width) * 100}%`);
    put(bubble, "--y", `${(place.y / net.layout.height) * 100}%`);
    put(bubble, "--w", `${(place.w / net.layout.width) * 100}%`);
    put(bubble, "--reach", `${((Math.hypot(node.x - place.x, node.y - place.y) - node.r - 16) / place.w) * 100}%`);
    put(bubble, "--turn", `${Math.atan2(node.y - place.y, node.x - place.x).toFixed(3)}rad`);
  }
  set(bubble, h("p.rm-bubble__head", null, cog(alias, "cog--s"), h("b.alias", null, alias), h(`span.rm-claim.${toneOf(event.claim)}`, null, use(signOf(event.claim), "rm-sign"),
    h("b", null, wordOf(frame?.table.question, event.claim)), event.claim ? h("span.num", null, `${event.confidence} %`) : null)),
    event.message ? h("p.rm-bubble__text", null, event.message) : h("p.rm-bubble__text.muted", null, "says nothing"));
}

/** Show what a scene is for, once; then rest. @param {Stage} stage @param {string} scene */
function start(stage, scene) {
  const { root, net, look: { speed } } = stage;
  const rest = () => {
    stage.running = null;
    drawAtRest(stage);
  };
  stage.running = scene;
  if (scene === "tally") {
    root.classList.add("is-playing");
    const timer = window.setTimeout(rest, UNMASKING / speed);
    stage.stop = () => clearTimeout(timer);
  } else if (net) {
    root.classList.add("is-step");
    stage.stop = travel(net.pulses, speed, rest);
  }
}
