// The stage of Liar's Dice: mounts a table and draws any frame of it, alone.
//
// A frame is complete in itself, so drawing never looks back; `motion` only says whether the way
// to this frame may be shown (a bid slides in, cups lift, the count runs, the verdict lands).

import { cog, h, icon, put, say, seatClass, set } from "../../league/dom.js";
import { inWords, percent, signed } from "../../league/words.js";
import { ensurePaints, felt } from "./felt.js";
import { drawHand, token } from "./hands.js";
import { aliasOf, bidText, isPoker, leaders, outcome, readLabel, seatAt, symbol, verdictSentence } from "./story.js";

export { ahead, dwell, headline, legend, line, mark, progress, teaser } from "./story.js";
export { drawPanels, mountPanels } from "./panels.js";

/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {{ root: HTMLElement, head: Head, centre: HTMLElement, bubble: HTMLElement, seats: Map<number, Record<string, HTMLElement>>, timers: number[] }} Stage */
/** @typedef {{ motion: boolean, hands: boolean, speed: number, live: boolean }} Look */

/** Where the seats sit, in turn order, by their number. */
export const PLACES = /** @type {Record<number, string[]>} */ ({
  2: ["fl", "nr"], 3: ["fl", "fr", "nc"], 4: ["fl", "fr", "nr", "nl"],
  5: ["fl", "fc", "fr", "nr", "nl"], 6: ["fl", "fc", "fr", "nr", "nc", "nl"],
});

/** The switch that this game offers beside the title. */
export const option = { key: "hands", on: "Hide hands", off: "Show hands", icon: "eye" };

/** @param {HTMLElement} root @param {Head} head @returns {Stage} */
export function mount(root, head) {
  ensurePaints();
  const count = head.order.length;
  const centre = h("div.centre");
  const bubble = h("p.bubble", { hidden: true });
  const ring = h("div.seats");
  const seats = new Map();
  head.order.forEach((slot, position) => {
    const seat = buildSeat(head, slot, (PLACES[count] ?? PLACES[6])[position] ?? "nc");
    seats.set(slot, seat);
    ring.append(seat.node);
  });
  root.className = "stage on-felt";
  root.dataset.seats = String(count);
  root.dataset.mode = head.config.mode;
  root.dataset.crowd = count > 4 ? "yes" : "no";
  set(root, h("h2.sr-only", null, "The table"), felt({ print: isPoker(head) ? ["DIGITS ARE", "DIGITS"] : ["ONES ARE", "NOT WILD"] }), centre, bubble, ring);
  return { root, head, centre, bubble, seats, timers: [] };
}

/** @param {Head} head @param {number} slot @param {string} place */
function buildSeat(head, slot, place) {
  const seat = seatAt(head, slot);
  const tab = h("p.tab", { hidden: true });
  const points = h("p.pts.num", null, "0");
  const readText = h("span.read__l");
  const readValue = h("b.num");
  const bar = h("span.bar");
  const spot = h("div.spot");
  const named = seat.policy !== ""; // a duel's clip tells no names
  const plate = h("div.plate", null, tab,
    h("div.plate__top", null,
      h("span.emblem", null, cog(seat.alias, "cog--l")),
      h("div.plate__n", null, h("h3.alias", null, seat.alias),
        named ? h("p.pol", { title: `${seat.policy} ${seat.is_scripted ? "scripted" : `v${seat.version}`}` }, seat.url ? h("a", { href: seat.url }, seat.policy) : h("span", null, seat.policy), " ", h("span.faint.wide", null, seat.is_scripted ? "scripted" : `v${seat.version}`)) : null),
      points),
    h("p.read", null, readText, readValue), bar);
  const node = h(`article.seat.pos-${place}`, { "aria-label": named ? `${seat.alias}, ${seat.policy}` : seat.alias }, plate, spot);
  const colour = seatClass(seat.alias);
  if (colour) node.classList.add(colour);
  if (head.judged === slot) node.classList.add("is-judged");
  node.dataset.key = String(slot);
  return { node, plate, tab, points, readText, readValue, bar, spot };
}

/** @param {Stage} stage @param {Frame | null} frame @param {Look} look */
export function draw(stage, frame, look) {
  stage.timers.forEach(clearTimeout);
  stage.timers = [];
  const { root, head } = stage;
  const table = frame?.table ?? null;
  const verdict = table?.phase === "revealed" ? table.verdict : null;
  root.classList.remove("is-playing");
  const open = look.hands || table?.phase === "revealed" || table?.phase === "over";
  root.classList.toggle("is-reveal", Boolean(verdict));
  root.classList.toggle("is-over", table?.phase === "over");
  root.dataset.hands = open ? "shown" : "hidden";
  put(root, "--pace", look.speed);
  drawSeats(stage, frame, look);
  drawBubble(stage, frame);
  set(stage.centre, ...centre(head, frame, look));
  if (!look.motion) return;
  if (verdict && frame?.kind === "challenge") playReveal(stage, verdict, look.speed);
  else if (frame?.kind === "bid") stage.centre.firstElementChild?.classList.add("is-new");
}

/** @param {Stage} stage @param {Frame | null} frame @param {Look} look */
function drawSeats({ head, seats }, frame, look) {
  const table = frame?.table ?? null;
  const verdict = table?.phase === "revealed" ? table.verdict : null;
  let counted = 1;
  for (const slot of head.order) {
    const seat = /** @type {Record<string, HTMLElement>} */ (seats.get(slot));
    const acting = table?.to_act.includes(slot) ?? false;
    const won = verdict ? verdict.winner === slot : table?.phase === "over" && leaders(table.scores).includes(slot) && leaders(table.scores).length < head.order.length;
    const lost = verdict ? [verdict.bidder, verdict.challenger].includes(slot) && verdict.winner !== slot : false;
    for (const [name, on] of Object.entries({ "is-acting": acting, "is-winner": won, "is-loser": lost, "is-bidder": table?.standing?.seat === slot })) {
      seat.node.classList.toggle(name, Boolean(on));
    }
    say(seat.points, signed(table?.points[slot] ?? 0));
    seat.points.append(h("span.sr-only", null, " points"));
    drawTab(seat.tab, { table, slot, acting, won: Boolean(won), lost, live: look.live });
    drawRead(head, seat, table, slot, look.hands);
    const hand = table?.hands?.[slot] ?? [];
    set(seat.spot, drawHand(head, slot, hand, { shown: look.hands || table?.phase === "over", face: verdict?.face ?? null, first: counted }));
    if (verdict) {
      put(seat.node, "--kk", counted + verdict.counts[slot] - 1);
      counted += verdict.counts[slot];
    }
  }
}

/** @param {HTMLElement} tab @param {{ table: any, slot: number, acting: boolean, won: boolean, lost: boolean, live: boolean }} what */
function drawTab(tab, { table, slot, acting, won, lost, live }) {
  const verdict = table?.phase === "revealed" ? table.verdict : null;
  tab.className = won ? "tab tab--good" : lost ? "tab tab--bad" : "tab";
  tab.hidden = !(acting || won || lost);
  if (verdict && (won || lost)) {
    const text = won ? (slot === verdict.challenger ? "Called it" : "It held") : slot === verdict.bidder ? "Caught" : "Wrong call";
    set(tab, icon(won ? "check" : "x"), text, " ", h("b.num", null, won ? "+1" : "−1"));
  } else if (won) set(tab, icon("crown"), "Takes the table");
  else if (acting) set(tab, table.standing ? "To act" : "To open", ...(live ? [" ", h("span.num.elapsed")] : []));
  else set(tab);
}

/** @param {Head} head @param {Record<string, HTMLElement>} seat @param {any} table @param {number} slot @param {boolean} shown */
function drawRead(head, seat, table, slot, shown) {
  const verdict = table?.phase === "revealed" ? table.verdict : null;
  seat.bar.hidden = !(shown && table?.reads && !verdict && table.phase !== "over");
  if (verdict) {
    set(seat.readText, "held");
    const count = verdict.counts[slot];
    say(seat.readValue, `${count}${isPoker(head) ? " ×" : ""} ${symbol(head, verdict.face, count)}`);
  } else if (table?.phase === "over") {
    set(seat.readText, "score");
    say(seat.readValue, table.scores[slot].toFixed(3));
  } else if (table?.standing && table.reads && shown) {
    const { bid, whose } = readLabel(head, table, slot);
    set(seat.readText, bid, h("span.wide", null, `, ${whose}`));
    seat.readText.title = `The chance that ${bid} is true, from ${aliasOf(head, slot)}’s own hand alone`;
    say(seat.readValue, percent(table.reads[slot]));
    put(seat.bar, "--v", table.reads[slot].toFixed(3));
  } else {
    set(seat.readText, table?.standing ? "its read" : "no bid yet");
    say(seat.readValue, table?.standing ? "hidden" : "–");
  }
}

/** @param {Stage} stage @param {Frame | null} frame */
function drawBubble({ head, bubble, seats }, frame) {
  const text = frame?.event?.say;
  bubble.hidden = !text;
  bubble.className = "bubble";
  set(bubble);
  if (!text) return;
  const slot = frame.event.seat;
  const place = [...(seats.get(slot)?.node.classList ?? [])].find((name) => name.startsWith("pos-")) ?? "pos-nr";
  bubble.classList.add(`bubble--${place.slice(4)}`);
  const colour = seatClass(aliasOf(head, slot));
  if (colour) bubble.classList.add(colour);
  set(bubble, cog(aliasOf(head, slot), "cog--s bubble__cog"), h("span.sr-only", null, `${aliasOf(head, slot)} says: `), text);
}

/** What stands in the middle. @param {Head} head @param {Frame | null} frame @param {Look} look @returns {HTMLElement[]} */
function centre(head, frame, look) {
  const table = frame?.table ?? null;
  if (!table || table.phase === "waiting") return [note(head.status === "queued" ? "This table is waiting for its turn" : "The seats are taken", "Hands are dealt in a moment.")];
  if (table.phase === "over") {
    const first = leaders(table.scores);
    const even = first.length === head.order.length || !table.line.length;
    return [h("div.verdict.verdict--end", null,
      h("p.verdict__strip", null, h("span.verdict__x.verdict__x--end", null, icon("flag")), even ? "All square" : first.length > 1 ? "Shared" : `${aliasOf(head, first[0])} wins`),
      h("p.verdict__s", null, `${outcome(/** @type {Frame} */ (frame), head)}.`))];
  }
  if (table.phase === "revealed") return [verdictNode(head, table.verdict, table)];
  if (!table.standing) {
    const opener = table.to_act[0] ?? table.opener;
    const name = aliasOf(head, opener);
    return [h(`div.bid.bid--open.${seatClass(name) || "seat"}`, null,
      h("p.bid__who", null, cog(name, "cog--felt"), h("span.alias", null, name), " opens"),
      h("p.bid__big.bid__big--deal", null, `Deal ${table.deal + 1}`))];
  }
  return [bidNode(head, table, look)];
}

/** @param {string} title @param {string} text */
const note = (title, text) => h("div.bid.bid--open", null, h("p.bid__who", null, title), h("p.bid__note", null, text));

/** @param {Head} head @param {any} table @param {Look} look */
function bidNode(head, table, look) {
  const { seat, quantity, face } = table.standing;
  const name = aliasOf(head, seat);
  return h(`div.bid.${seatClass(name) || "seat"}`, null,
    h("p.bid__who", null, cog(name, "cog--felt"), h("span.alias", null, name), " bids"),
    h(bidText(head, table.standing).length > 9 ? "p.bid__big.bid__big--long" : "p.bid__big", null, h("span.bid__q", null, String(quantity)), h("span.bid__x", null, "×"), h("span.bid__f", null, symbol(head, face, quantity))),
    h("p.bid__dice", { "aria-hidden": "true" }, ...Array.from({ length: quantity }, () => token(head, face))),
    look.hands && table.actual !== null
      ? h("p.bid__really", null, "on the table: ", h("b.num", null, String(table.actual)))
      : h("p.bid__really", null, `bid ${table.bids} of ${table.max_bids}`));
}

/** @param {Head} head @param {any} verdict @param {any} table */
function verdictNode(head, verdict, table) {
  const held = verdict.winner === verdict.bidder;
  const { who, text } = verdictSentence(head, verdict);
  const slots = Array.from({ length: Math.max(verdict.quantity, verdict.actual) }, (_, i) => {
    const found = i < verdict.actual;
    const node = h(`span.v.${found ? "is-in" : "is-out"}`, null, found ? token(head, verdict.face) : null);
    put(node, "--k", i + 1);
    return node;
  });
  const row = h("p.verdict__dice", { "aria-hidden": "true" }, ...slots);
  row.dataset.size = slots.length > 8 ? "many" : "few";
  return h("div.verdict", null,
    h("p.verdict__strip", null, h(`span.verdict__x.verdict__x--${held ? "good" : "bad"}`, null, icon(held ? "check" : "x")), held ? "The bid held" : "Bluff called"),
    h("div.verdict__row", null, h("p.verdict__n", null, h("b.count", null, String(verdict.actual)), h("span", null, verdict.actual > verdict.quantity ? ` for ${verdict.quantity}` : ` of ${verdict.quantity}`)), row),
    h("p.verdict__s", null, h(`span.alias.${seatClass(who) || "seat"}`, null, who), text, verdict.forced ? ` After ${inWords(table.bids)} bids the call was forced.` : ""));
}

/** Run the reveal once: cups, count, verdict. @param {Stage} stage @param {any} verdict @param {number} speed */
function playReveal(stage, verdict, speed) {
  const step = Math.min(420, 2000 / Math.max(1, verdict.actual));
  const begin = 300 + 140 * stage.seats.size;
  const end = begin + step * (verdict.actual + 1) + 240;
  put(stage.root, "--begin", `${begin}ms`);
  put(stage.root, "--step", `${step}ms`);
  put(stage.root, "--end", `${end}ms`);
  stage.root.classList.add("is-playing");
  const count = stage.centre.querySelector(".count");
  if (!count) return;
  say(count, "0");
  const later = (/** @type {() => void} */ run, /** @type {number} */ ms) => stage.timers.push(window.setTimeout(run, ms / speed));
  for (let i = 1; i <= verdict.actual; i += 1) later(() => say(count, String(i)), begin + i * step);
  later(() => stage.root.classList.remove("is-playing"), end + 900);
}

