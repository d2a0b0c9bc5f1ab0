// The page on people against a judge: asks for its changing part while a run is open, and says what a run costs.
//
// The server draws everything: what comes is a page of its own making, parsed as a document, and its
// parts are taken over where they differ, so that a reader keeps the focus and the place in a table.

import { data, say } from "../league/dom.js";
import { after, isLive, nextAsk } from "../grading/state.js";
import { costText } from "./judging_state.js";

const place = /** @type {HTMLElement} */ (document.querySelector("[data-live]"));
const shown = () => /** @type {HTMLElement} */ (document.getElementById("agreement"));
const lost = /** @type {HTMLElement} */ (document.querySelector("[data-lost]"));
const heard = /** @type {HTMLElement} */ (document.querySelector("[data-announce]"));

const told = /** @type {HTMLElement} */ (document.querySelector("[data-cost]"));
const form = /** @type {HTMLFormElement} */ (document.querySelector(".staff-filters--start"));

let mark = "";
let timer = 0;
let polling = { state: shown().dataset.state ?? "", failures: 0, quiet: 0, hidden: document.hidden };

async function ask() {
  const headers = mark ? { "If-None-Match": mark } : undefined;
  try {
    const reply = await fetch(place.dataset.live ?? "", { headers, cache: "no-store" });
    const state = reply.status === 200 ? take(await reply.text()) : undefined;
    mark = reply.headers.get("ETag") ?? mark;
    polling = after(polling, { status: reply.status, state });
  } catch {
    polling = after(polling, { status: 0 });
  }
  lost.hidden = polling.failures < 2;
  schedule();
}

/** Take the new parts over and return the state. @param {string} html */
function take(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("agreement");
  if (!fresh) return undefined;
  const focused = document.activeElement?.id ?? "";
  const old = shown();
  if (names(old) === names(fresh)) for (const part of leaves(fresh)) swap(old, part);
  else replace(old, fresh);
  shown().dataset.state = fresh.dataset.state;
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  say(heard, fresh.dataset.say ?? "");
  drawCost();
  return fresh.dataset.state;
}

/** @param {HTMLElement} root @returns {HTMLElement[]} */
const parts = (root) => [...(/** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-part]")))];
/** @param {HTMLElement} root */
const names = (root) => parts(root).map((part) => part.dataset.part).join(" ");
/** Parts without parts in them. @param {HTMLElement} root */
const leaves = (root) => parts(root).filter((part) => !part.querySelector("[data-part]"));

/** @param {HTMLElement} old @param {HTMLElement} fresh */
function swap(old, fresh) {
  const now = /** @type {HTMLElement} */ (old.querySelector(`[data-part="${fresh.dataset.part}"]`));
  if (now.outerHTML !== fresh.outerHTML) replace(now, fresh);
}

/** Put new in the place of old, scrolled as it was. @param {HTMLElement} old @param {HTMLElement} fresh */
function replace(old, fresh) {
  const at = [...old.querySelectorAll(".tablewrap")].map((wrap) => wrap.scrollLeft);
  const now = document.adoptNode(fresh.cloneNode(true));
  old.replaceWith(now);
  /** @type {HTMLElement} */ (now).querySelectorAll(".tablewrap").forEach((wrap, n) => (wrap.scrollLeft = at[n] ?? 0));
}

function drawCost() {
  const { judge, wanted } = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  const text = costText({ judge, wanted: Number(wanted) }, data("prices"));
  told.hidden = text === "";
  say(told, text);
}

function schedule() {
  clearTimeout(timer);
  const wait = nextAsk(polling);
  if (wait !== null) timer = window.setTimeout(() => void ask(), wait);
}

document.addEventListener("visibilitychange", () => {
  polling = { ...polling, hidden: document.hidden };
  clearTimeout(timer);
  if (!document.hidden && isLive(polling.state)) void ask();
});

form.addEventListener("input", drawCost);
drawCost();
document.documentElement.dataset.judging = "ready";
schedule();
