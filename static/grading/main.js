// A trial's page while it runs: asks the server for the changing part, and swaps what differs.
//
// The server draws everything, so what comes is a page of its own making: it is parsed as a document
// and its nodes are taken over one by one. Texts in it were escaped where it was made.

import { say } from "../league/dom.js";
import { after, isLive, nextAsk } from "./state.js";

const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const trial = () => /** @type {HTMLElement} */ (document.getElementById("trial"));
const lost = /** @type {HTMLElement | null} */ (page.querySelector("[data-lost]"));
const heard = /** @type {HTMLElement} */ (page.querySelector("[data-announce]"));

let mark = "";
let timer = 0;
let polling = { state: trial().dataset.state ?? "", failures: 0, quiet: 0, hidden: document.hidden };

async function ask() {
  const headers = mark ? { "If-None-Match": mark } : undefined;
  try {
    const reply = await fetch(page.dataset.live ?? "", { headers, cache: "no-store" });
    const state = reply.status === 200 ? take(await reply.text()) : undefined;
    mark = reply.headers.get("ETag") ?? mark;
    polling = after(polling, { status: reply.status, state });
  } catch {
    polling = after(polling, { status: 0 });
  }
  if (lost) lost.hidden = polling.failures < 2;
  schedule();
}

/** Take the new page over and return its state. @param {string} html */
function take(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("trial");
  if (!fresh) return undefined;
  const focused = document.activeElement?.id ?? "";
  const old = trial();
  old.dataset.state = fresh.dataset.state;
  for (const part of /** @type {Iterable<HTMLElement>} */ (fresh.querySelectorAll("[data-part]"))) swap(old, part);
  for (const part of /** @type {Iterable<HTMLElement>} */ (old.querySelectorAll("[data-part]"))) {
    if (!fresh.querySelector(`[data-part="${part.dataset.part}"]`)) part.remove();
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  say(heard, fresh.dataset.say ?? "");
  return fresh.dataset.state;
}

/** @param {HTMLElement} old @param {HTMLElement} fresh */
function swap(old, fresh) {
  const now = /** @type {HTMLElement | null} */ (old.querySelector(`[data-part="${fresh.dataset.part}"]`));
  if (!now) old.append(document.adoptNode(fresh.cloneNode(true)));
  else if (fresh.dataset.part === "list") swapRows(now, fresh);
  else if (now.outerHTML !== fresh.outerHTML) now.replaceWith(document.adoptNode(fresh.cloneNode(true)));
}

/** Rows that stay are left alone: a reader may have one in focus. @param {HTMLElement} old @param {HTMLElement} fresh */
function swapRows(old, fresh) {
  const body = old.querySelector("tbody");
  if (!body) return;
  const kept = new Map([...body.rows].map((row) => [row.dataset.key, row]));
  /** @type {Node[]} */ const rows = [];
  for (const row of fresh.querySelectorAll("tbody tr")) {
    const known = kept.get(/** @type {HTMLElement} */ (row).dataset.key);
    rows.push(known && known.outerHTML === row.outerHTML ? known : document.adoptNode(row.cloneNode(true)));
  }
  const held = document.activeElement;
  body.replaceChildren(...rows);
  if (held instanceof HTMLElement && body.contains(held)) held.focus();
  const files = old.querySelector(".tr-files");
  const newer = fresh.querySelector(".tr-files");
  if (files && newer && files.outerHTML !== newer.outerHTML) files.replaceWith(document.adoptNode(newer.cloneNode(true)));
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

page.dataset.ready = "yes";
schedule();
