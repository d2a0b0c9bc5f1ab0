// The watch page: puts state, socket, stage, log and transport together. It knows no game: the
// stage module is chosen by the head.

import { data, h, icon, say, set } from "../dom.js";
import { mountKeys } from "../keys.js";
import { clock } from "../words.js";
import { addRows, mountLog, showUpTo } from "./log.js";
import { address, connect, filler } from "./socket.js";
import { hasGap, isLive, isMoving, isOver, isSettled, last, reduce, shown, start } from "./state.js";
import { drawTransport, keyAction, mountTransport } from "./transport.js";

const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (page.querySelector(`[data-part="${name}"]`));
const game = await import(page.dataset.stage ?? "");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const wantedEvent = (/** @type {string} */ hash) => { const found = /^#e(\d+)$/.exec(hash); return found ? Number(found[1]) : null; };

let state = start(data("head"), data("frames"), wantedEvent(location.hash));
let drawn = /** @type {typeof state | null} */ (null);
let hands = remembered();
let timer = 0;
let arrived = Date.now();

const stage = game.mount(part("stage"), state.head);
const panels = game.mountPanels(part("panels"), state.head);
const log = mountLog(part("log"), game.filters);
const transport = mountTransport(part("transport"), game.legend, send);
/** @type {any[]} */ const rows = [];
/** @type {any[]} */ const marks = [];
const option = /** @type {HTMLButtonElement} */ (part("option"));
mountKeys();
page.dataset.ready = "yes";

/** @param {import("./state.js").Action} action */
function send(action) {
  const before = last(state);
  state = reduce(state, action);
  if (last(state) > before) arrived = Date.now();
  draw();
  schedule();
  if (hasGap(state) && (action.type === "frames" || action.type === "head")) void fillGap();
}

function draw() {
  const { head } = state;
  const frame = shown(state);
  for (const one of state.frames.slice(rows.length)) {
    rows.push(game.line(one, head));
    marks.push(game.mark(one, head));
  }
  const moved = !drawn || drawn.moved !== state.moved || drawn.head !== head || drawn.speed !== state.speed;
  if (moved || drawn?.frames !== state.frames) addRows(log, rows);
  if (moved || drawn?.follow !== state.follow) drawTable(state.motion && !calm.matches);
  showUpTo(log, state.at, isLive(state) && frame?.table.to_act?.length === 1 ? nameOf(frame.table.to_act[0]) : "");
  drawHead(frame);
  const newest = state.frames[last(state) - 1] ?? null;
  drawTransport(transport, {
    at: state.at, last: last(state), over: isOver(head), moving: isMoving(state), live: isLive(state),
    speed: state.speed, share: game.progress(newest, head).share, marks, ahead: game.ahead(newest, head),
  });
  if (drawn && drawn.moved !== state.moved && (state.motion || state.at === last(state))) announce(frame);
  page.dataset.last = String(last(state)); // for what other apps put beside the match
  page.dataset.status = head.status;
  drawn = state;
}

/** @param {boolean} motion */
function drawTable(motion) {
  const frame = shown(state);
  game.draw(stage, frame, { motion, hands, speed: state.playing ? state.speed : 1, live: isLive(state) });
  game.drawPanels(panels, frame, state.head);
  elapsed();
}

/** @param {number} slot */
const nameOf = (slot) => state.head.seats.find((seat) => seat.slot === slot)?.alias ?? "";

/** @param {import("./state.js").Frame | null} frame */
function drawHead(frame) {
  const { head } = state;
  const progress = game.progress(frame, head);
  const title = part("title");
  const pips = h("span.pips", { "aria-hidden": "true" }, ...Array.from({ length: progress.total > 16 ? 0 : progress.total }, (_, i) =>
    h(i < progress.done ? "i.done" : i === progress.now ? "i.now" : "i")));
  if (title.dataset.text !== progress.title + progress.done) {
    set(title, progress.title, " ", pips);
    title.dataset.text = progress.title + progress.done;
  }
  document.title = `${game.headline(frame, head)} · ${head.title} · Hearsay`;
  const status = part("status");
  const text = statusText();
  if (status.dataset.text !== text.text) {
    status.dataset.text = text.text;
    status.className = text.tone === "live" ? "live" : `chip chip--${text.tone}`;
    set(status, ...(text.icon ? [icon(text.icon)] : []), text.text);
  }
  const notice = page.querySelector('[data-part="standing"]');
  if (notice && isOutdated(/** @type {HTMLElement} */ (notice).dataset.status, head)) notice.remove();
  const count = part("watching");
  count.hidden = state.watching === null;
  if (state.watching !== null) set(count, icon("users"), h("span.num", null, String(state.watching)), h("span.wide", null, "watching"));
  option.setAttribute("aria-pressed", String(hands));
  set(option, icon(hands ? "eye" : "eye-off"), h("span.wide", null, hands ? game.option.on : game.option.off));
  option.setAttribute("aria-label", hands ? game.option.on : game.option.off);
  drawSeal();
}

/** Whether what the server wrote above the table of a match with that status has become untrue. @param {string | undefined} status @param {any} head */
const isOutdated = (status, head) => (status === "queued" ? last(state) > 0 : status !== head.status);

/** @returns {{ text: string, tone: string, icon: string }} */
function statusText() {
  const { head } = state;
  if (head.status === "failed") return { text: "Stopped by a fault of ours", tone: "bad", icon: "x" };
  if (head.status === "void") return { text: "Void", tone: "bad", icon: "x" };
  if (state.link === "reconnecting") return { text: "Reconnecting…", tone: "brass", icon: "radio" };
  if (isOver(head)) return state.playing ? { text: "Replay", tone: "quiet", icon: "play" } : state.at === last(state) ? { text: "Final", tone: "quiet", icon: "flag" } : { text: "Replay, paused", tone: "quiet", icon: "pause" };
  if (head.status === "queued" && (isLive(state) || !last(state))) return { text: "In the queue", tone: "quiet", icon: "clock" };
  if (isLive(state)) return { text: "Live", tone: "live", icon: "" };
  const behind = last(state) - state.at;
  return { text: behind ? `${behind} event${behind === 1 ? "" : "s"} behind` : "Paused", tone: "quiet", icon: "clock" };
}

/** The seed is published when the match is over. */
function drawSeal() {
  const { head } = state;
  const seal = part("seal");
  if (!head.seed || seal.dataset.open === "yes") return;
  seal.dataset.open = "yes";
  const verdict = h("span.seal__check");
  set(seal,
    h("h2.seal__h", null, "The seed is open"),
    h("dl.seal__dl", null,
      h("dt", null, "Seed"), h("dd.num", null, head.seed), h("dt", null, "Salt"), h("dd.num", null, head.salt),
      h("dt", null, "Sealed before the start"), h("dd.num", null, head.commitment)),
    h("p.small", null, "The seal is the SHA-256 of seed, a colon and salt. ", verdict),
    h("p.small.muted", null, "To play this match again and check every event: ", h("code", null, `uv run manage.py verify ${head.episode}`)));
  void checkSeal(head).then((good) => {
    if (good === null) return;
    verdict.className = `seal__check ${good ? "good" : "bad"}`;
    set(verdict, icon(good ? "check" : "x"), good ? " Checked in this browser: it matches." : " It does not match.");
  });
}

/** @param {any} head */
async function checkSeal(head) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${head.seed}:${head.salt}`));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === head.commitment;
}

/** @param {import("./state.js").Frame | null} frame */
function announce(frame) {
  if (!frame) return;
  const words = frame.event.say ?? frame.event.message;
  const talk = words ? ` ${nameOf(frame.event.seat)} says: ${words}` : "";
  say(part("announce"), `${game.headline(frame, state.head)}.${talk}`);
}

/** In play, the next frame comes when this one was long enough on show. */
function schedule() {
  clearTimeout(timer);
  const frame = shown(state);
  if (state.playing && frame) timer = window.setTimeout(() => send({ type: "tick" }), game.dwell(frame) / state.speed);
}

function elapsed() {
  for (const node of page.querySelectorAll(".elapsed")) say(node, clock(Date.now() - arrived));
}

function remembered() {
  try { return localStorage.getItem("hearsay-hands") !== "hidden"; } catch { return true; }
}

option.addEventListener("click", () => {
  hands = !hands;
  try { localStorage.setItem("hearsay-hands", hands ? "shown" : "hidden"); } catch { /* only not remembered */ }
  drawTable(false);
  drawHead(shown(state));
});

part("share").addEventListener("click", async () => {
  const link = new URL(location.href);
  link.hash = state.at ? `e${state.at}` : "";
  const told = part("shared");
  try {
    await navigator.clipboard.writeText(link.href);
    say(told, `Copied: the link to event ${state.at}`);
  } catch {
    history.replaceState(null, "", link);
    say(told, "The address bar now links to this moment");
  }
  setTimeout(() => say(told, ""), 4000);
});

addEventListener("keydown", (event) => {
  const action = keyAction(event);
  if (!action) return;
  event.preventDefault();
  send(action);
});

addEventListener("hashchange", () => {
  const to = wantedEvent(location.hash);
  if (to !== null) send({ type: "seek", to });
});
page.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[href^='#e']");
  const to = link && wantedEvent(new URL(/** @type {HTMLAnchorElement} */ (link).href).hash);
  if (to === null || to === undefined) return;
  event.preventDefault();
  history.replaceState(null, "", `#e${to}`);
  send({ type: "seek", to });
});

const fillGap = filler({
  url: (after) => `${page.dataset.frames}?after=${after}`,
  after: () => last(state),
  onFrames: (frames) => send({ type: "frames", frames }),
});

if (!isSettled(state.head)) {
  const line = connect({
    url: () => address(`${page.dataset.socket}?after=${last(state)}`),
    onLink: (link) => send({ type: "link", link }),
    onMessage: (message) => {
      if (["frames", "head", "watching"].includes(message.type)) send(message);
      if (isSettled(state.head) && !hasGap(state)) line.close();
    },
  });
  addEventListener("online", () => line.nudge());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) line.nudge(); });
  setInterval(elapsed, 1000);
}

draw();
if (hasGap(state)) void fillGap();
