// The pick beside a live match: sent without leaving the page. The server draws every state of it;
// without scripts the same form leads to a page of its own.

import { pickState, wants } from "./offer_state.js";

const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const panel = () => document.getElementById("offer");
let busy = false;
/** The newest event that the part on the page knows of. */
let asked = Number(panel()?.dataset.seen ?? 0);

/** Put the part that the server drew in place of the one on the page. @param {string} html @param {boolean} isAsked @returns {boolean} */
function take(html, isAsked) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("offer");
  const old = panel();
  if (!old || !fresh) return false;
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(document.adoptNode(fresh));
  if (isAsked || hadFocus) /** @type {HTMLElement | null} */ (fresh.querySelector("[data-focus]"))?.focus({ preventScroll: true });
  return true;
}

/** @param {string} url @param {boolean} isAsked did somebody press for it? @param {FormData} [body] */
async function fetchPart(url, isAsked, body) {
  if (busy) return;
  busy = true;
  let isTaken = false;
  panel()?.setAttribute("aria-busy", "true");
  lost(false);
  try {
    const reply = await fetch(url, { method: body ? "POST" : "GET", body, headers: { "X-Part": "offer" }, cache: "no-store" });
    if (reply.redirected) location.assign(reply.url); // the session had ended: sign in, and come back
    else if (reply.ok) isTaken = take(await reply.text(), isAsked);
    lost(!isTaken && isAsked && !reply.redirected);
  } catch {
    lost(isAsked);
  } finally {
    busy = false;
    panel()?.removeAttribute("aria-busy");
  }
  if (isTaken) goOn(); // events may have come while this was under way
}

/** @param {boolean} isLost */
function lost(isLost) {
  const told = /** @type {HTMLElement | null} */ (panel()?.querySelector("[data-lost]") ?? null);
  if (told) told.hidden = !isLost;
}

const now = () => pickState(panel()?.dataset.state, page.dataset.status, Number(page.dataset.last ?? 0));

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!panel()?.contains(form)) return;
  event.preventDefault();
  const body = new FormData(form, /** @type {SubmitEvent} */ (event).submitter);
  if (page.dataset.last) body.set("seen", page.dataset.last); // the moment is the one on this page
  void fetchPart(form.action, true, body);
});

document.addEventListener("click", (event) => {
  if (/** @type {HTMLElement} */ (event.target).closest("[data-again]")) void fetchPart(panel()?.dataset.partOf ?? "", true);
});

// The match goes on: an offer that came too early is asked for again, and one that came too late closes.
function goOn() {
  const state = now();
  if (busy || !wants(state, asked)) return;
  asked = state.isOver ? Infinity : state.last;
  void fetchPart(panel()?.dataset.partOf ?? "", false);
}
new MutationObserver(goOn).observe(page, { attributes: true, attributeFilter: ["data-last", "data-status"] });
