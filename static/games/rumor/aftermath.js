// What did a message do? Shown after the end only, never scored. A table of baselines is played again
// with one seat muted; a model cannot be asked again, so its table shows what was observed instead.

import { cog, h, put, seatClass, set } from "../../league/dom.js";
import { list } from "../../league/words.js";
import { aliasOf } from "./table.js";

/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {{ n: number, spoken: number, muted: number, change: number }} Change */
/** @typedef {{ seat: number, neighbours: Change | null, others: Change | null }} Muted */
/** @typedef {{ seat: number, messages: number, listeners: number, toward: number }} Moved */

/** @type {WeakSet<HTMLElement>} */ const asked = new WeakSet();

/** @param {HTMLElement} root @param {Head} head @param {Frame | null} frame */
export function drawAftermath(root, head, frame) {
  root.hidden = frame?.table?.phase !== "over" || head.status !== "finished";
  if (root.hidden || asked.has(root)) return;
  asked.add(root);
  set(root, title("What did a message do?"), h("p.muted", null, "Playing the table again…"));
  void read(root, head);
}

/** @param {string} text @param {string} [note] */
const title = (text, note = "never scored") => h("div.headrule", null, h("h2", { id: "after-title" }, text), h("p.small.muted", null, note));

/** @param {HTMLElement} root @param {Head} head */
async function read(root, head) {
  try {
    const answer = await fetch(`/matches/${head.episode}/aftermath.json`);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const facts = await answer.json();
    set(root, ...(facts.kind === "counterfactual" ? counterfactual(head, facts.seats) : facts.kind === "observed" ? observed(head, movedBy(facts.messages)) : [title("What did a message do?"), h("p.muted", null, "Nothing was recorded of this match.")]));
  } catch {
    set(root, title("What did a message do?"), h("p.muted", null, "This could not be read just now. Open the page again to try once more."));
  }
}

/** The seats whose words changed most, for better or worse; none when nothing changed. @param {readonly Muted[]} seats */
export function telling(seats) {
  const size = (/** @type {Muted} */ one) => (one.neighbours ? one.neighbours.change * one.neighbours.n : 0) + (one.others ? one.others.change * one.others.n : 0);
  const most = Math.max(0, ...seats.map((one) => Math.abs(size(one))));
  return seats.filter((one) => most > 1e-9 && Math.abs(Math.abs(size(one)) - most) < 1e-9).map((one) => ({ seat: one.seat, votes: Math.round(size(one)) }));
}

/** @param {Head} head @param {readonly Muted[]} seats */
export function finding(head, seats) {
  const top = telling(seats);
  if (!top.length) return "Muting any one seat would have changed no honest vote";
  if (top.length > 2) return `${top.length} seats each moved ${Math.abs(top[0].votes)} honest vote${Math.abs(top[0].votes) === 1 ? "" : "s"}`;
  const [{ votes }] = top;
  const cost = Math.abs(votes) === 1 ? "one right vote" : `${Math.abs(votes)} right votes`;
  return `${list(top.map((one) => aliasOf(head, one.seat)))}’s words ${votes > 0 ? "won" : "cost"} the honest ${cost}`;
}

/** @param {Head} head @param {readonly Muted[]} seats @returns {HTMLElement[]} */
function counterfactual(head, seats) {
  return [
    title(finding(head, seats), "counterfactual, never scored"),
    h("p.small.muted", null, "Every seat here is a baseline, so the same table can be played again with one seat muted. Shown: honest seats that voted right as it was, and with that seat silent. One table is a small sample: n is how many seats each figure counts."),
    wrapped("Honest accuracy with each seat muted", ["Muted seat", "Its neighbours", "Everybody else"], seats.map((one) => [who(head, one.seat), change(one.neighbours), change(one.others)])),
  ];
}

/** @param {Change | null} one */
function change(one) {
  if (!one) return h("span.faint", null, "nobody honest");
  const points = Math.round(100 * one.change);
  const tone = points > 0 ? "good" : points < 0 ? "bad" : "faint";
  return h("span.rm-change", null, h("b.num", null, `${Math.round(100 * one.spoken)} %`), h("span.muted.small", null, ` silent ${Math.round(100 * one.muted)} %`),
    h(`b.num.${tone}`, null, points === 0 ? "no change" : `${points > 0 ? "+" : "−"}${Math.abs(points)} points`), h("span.faint.small", null, `n ${one.n}`));
}

/** How far each seat's claims moved those who read them, over its messages. @param {readonly any[]} messages @returns {Moved[]} */
export function movedBy(messages) {
  const seats = new Map();
  for (const { seat, listeners, toward } of messages) {
    if (toward === null) continue;
    const sum = seats.get(seat) ?? { seat, messages: 0, listeners: 0, total: 0 };
    seats.set(seat, { seat, messages: sum.messages + 1, listeners: sum.listeners + listeners.length, total: sum.total + toward * listeners.length });
  }
  return [...seats.values()].map(({ total, ...sum }) => ({ ...sum, toward: total / Math.max(1, sum.listeners) })).sort((a, b) => b.toward - a.toward || a.seat - b.seat);
}

/** @param {Head} head @param {readonly Moved[]} seats @returns {HTMLElement[]} */
function observed(head, seats) {
  const [first] = seats;
  const most = Math.max(5, ...seats.map(({ toward }) => Math.abs(toward)));
  return [
    title(first && first.toward > 0.5 ? `Beliefs moved most towards what ${aliasOf(head, first.seat)} claimed` : "No seat’s claims were followed by belief", "observed, not caused; never scored"),
    h("p.small.muted", null, "A model cannot be asked again, so this is a stand-in: by how many points the beliefs of those who read a claim moved towards it until the next round. Other messages arrived at the same time."),
    wrapped("Belief change after each seat’s claims", ["Seat", "Listeners moved towards its claims by", "Claims", "Readings"], seats.map((one) => [who(head, one.seat), bar(one.toward, most), h("span.num", null, String(one.messages)), h("span.num", null, String(one.listeners))])),
  ];
}

/** @param {number} points @param {number} most */
function bar(points, most) {
  const track = h(`span.rm-shift.${points < 0 ? "is-back" : "is-on"}`, { "aria-hidden": "true" }, h("i"));
  put(track, "--share", (Math.abs(points) / most).toFixed(3));
  return h("span.rm-change", null, track, h("b.num", null, `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(1)} points`));
}

/** @param {Head} head @param {number} slot */
const who = (head, slot) => h("span.who", null, cog(aliasOf(head, slot)), h(`b.${seatClass(aliasOf(head, slot)) || "seat"}`, null, aliasOf(head, slot)));

/** @param {string} caption @param {readonly string[]} heads @param {readonly HTMLElement[][]} rows */
function wrapped(caption, heads, rows) {
  return h("div.tablewrap", { tabindex: "0", role: "region", "aria-label": `${caption}, scrolls sideways` }, h("table.table.rm-table", null, h("caption.sr-only", null, caption),
    h("thead", null, h("tr", null, ...heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, ...rows.map(([first, ...cells]) => h("tr", null, h("th", { scope: "row" }, first), ...cells.map((cell) => h("td", null, cell)))))));
}
