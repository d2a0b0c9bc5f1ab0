// What happened at a table of Liar's Dice, in words: pure functions of a frame and a head.

import { capital, inWords, list, signed } from "../../league/words.js";

/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("../../league/watch/state.js").Head} Head */

const FACES = ["", "one", "two", "three", "four", "five", "six"];

/** @param {Head} head */
export const isPoker = (head) => head.config.mode === "poker";

/** One symbol's name: `five`, `fives`; in poker always the digit: `7`, `7s`. @param {Head} head @param {number} face @param {number} count */
export function symbol(head, face, count) {
  const one = isPoker(head) ? String(face) : FACES[face];
  if (count === 1) return one;
  return one === "six" ? "sixes" : `${one}s`;
}

/** `6 × fives`, `8 × 7s`. @param {Head} head @param {{ quantity: number, face: number }} bid */
export function bidText(head, bid) {
  return `${bid.quantity} × ${symbol(head, bid.face, bid.quantity)}`;
}

/** The same as it is said: `six fives`; in poker digits stay digits. @param {Head} head @param {{ quantity: number, face: number }} bid */
export function bidSaid(head, bid) {
  if (isPoker(head)) return bidText(head, bid);
  return `${inWords(bid.quantity)} ${symbol(head, bid.face, bid.quantity)}`;
}

/** A quantity as it is said here. @param {Head} head @param {number} n */
export const said = (head, n) => (isPoker(head) ? String(n) : n === 0 ? "none" : inWords(n));

/** @param {Head} head @param {number} slot */
export function seatAt(head, slot) {
  return head.seats.find((seat) => seat.slot === slot) ?? { slot, alias: `Seat ${slot + 1}`, policy: "", version: 0, is_scripted: false, url: "" };
}

/** @param {Head} head @param {number} slot */
export const aliasOf = (head, slot) => seatAt(head, slot).alias;

/** What the hands held of a bid that was called: `4 of 6 × sixes`, or more than was bid. @param {Head} head @param {any} verdict */
export const foundText = (head, verdict) => verdict.actual > verdict.quantity ? `${bidText(head, verdict)}: ${verdict.actual} found` : `${verdict.actual} of ${bidText(head, verdict)}`;

/** The slots with the highest score. @param {number[]} scores */
export function leaders(scores) {
  const most = Math.max(...scores);
  return scores.flatMap((score, slot) => (Math.abs(score - most) < 1e-9 ? [slot] : []));
}

/** Who took the match, in one sentence. @param {Frame} frame @param {Head} head */
export function outcome(frame, head) {
  const { scores, points, line } = frame.table;
  const first = leaders(scores);
  const score = scores[first[0]].toFixed(3);
  const over = line.length === 1 ? "one deal" : `${line.length} deals`;
  if (!line.length) return "No deal was finished, so nobody scores";
  if (first.length === scores.length) return `All square at ${score} after ${over}`;
  const names = list(first.map((slot) => seatAt(head, slot).policy || aliasOf(head, slot)));
  return `${names} ${first.length === 1 ? "takes" : "share"} it: ${signed(points[first[0]])} over ${over}, score ${score}`;
}

/** A page's title for a frame. @param {Frame | null} frame @param {Head} head */
export function headline(frame, head) {
  if (!frame) return "Taking seats";
  const { event, table } = frame;
  switch (frame.kind) {
    case "start": return `Seats taken: ${list(head.order.map((slot) => aliasOf(head, slot)))}`;
    case "deal": return `Deal ${event.deal + 1}: ${aliasOf(head, event.opener)} opens`;
    case "bid": return `${aliasOf(head, event.seat)} bids ${bidText(head, event)}`;
    case "challenge": {
      const what = foundText(head, table.verdict);
      const end = table.verdict.winner === table.verdict.bidder ? "the bid held" : "bluff called";
      return `${aliasOf(head, event.seat)} ${event.forced ? "must challenge" : "challenges"} ${aliasOf(head, event.bidder)}: ${what}, ${end}`;
    }
    case "end": return outcome(frame, head);
    default: return frame.kind;
  }
}

/** What plays now, for the lobby. @param {Frame | null} frame @param {Head} head */
export function teaser(frame, head) {
  if (!frame) return head.status === "queued" ? "A table is being laid" : "The seats are taken";
  const { table } = frame;
  const next = table.to_act?.length ? aliasOf(head, table.to_act[0]) : null;
  if (table.phase === "over") return outcome(frame, head);
  if (table.phase === "revealed") {
    const { bidder, challenger, winner } = table.verdict;
    return winner === bidder
      ? `${aliasOf(head, bidder)} had them: ${bidSaid(head, table.verdict)}`
      : `${aliasOf(head, challenger)} catches ${aliasOf(head, bidder)} bluffing`;
  }
  if (table.standing) {
    const claim = `${aliasOf(head, table.standing.seat)} says ${bidSaid(head, table.standing)}`;
    return next ? `${claim}. ${next} must answer` : claim;
  }
  return next ? `${next} opens deal ${(table.deal ?? 0) + 1}` : "The seats are taken";
}

/** How far the match is. @param {Frame | null} frame @param {Head} head */
export function progress(frame, head) {
  const total = head.config.deals;
  if (!frame || frame.table.deal === null) return { title: "Taking seats", unit: "Deal", done: 0, now: -1, total, share: 0 };
  const { deal, phase, line, bids, max_bids: most } = frame.table;
  if (phase === "over") return { title: `After ${line.length} deal${line.length === 1 ? "" : "s"}`, unit: "Deal", done: line.length, now: -1, total, share: 1 };
  const within = phase === "revealed" ? 1 : Math.min(0.9, bids / Math.max(1, most));
  return { title: `Deal ${deal + 1} of ${total}`, unit: "Deal", done: line.length, now: phase === "revealed" ? -1 : deal, total, share: (deal + within) / total };
}

const CAUSES = /** @type {Record<string, [string, string]>} */ ({
  timeout: ["timeout", "the model did not answer in time"],
  truncated: ["cut off", "the model’s reply was cut off"],
  refused: ["refused", "the model declined to answer"],
  unreadable: ["unreadable", "the reply could not be read"],
  illegal: ["illegal", "the reply broke a rule"],
  provider: ["provider", "the provider failed"],
  credentials: ["credentials", "the provider turned our credentials down"],
  no_credentials: ["no model", "no model is configured"],
  budget: ["budget", "a spending limit was reached"],
  clock: ["clock", "the match was out of time"],
});

/** How a decision came to be, as a small chip. @param {any} event @returns {{ text: string, tone: string, title: string }[]} */
export function origin(event) {
  if (event.scripted) return [];
  if (event.fallback) {
    const [short, long] = CAUSES[event.fallback] ?? [event.fallback, event.fallback];
    return [{ text: `fallback: ${short}`, tone: "bad", title: `A baseline played this: ${long}.` }];
  }
  if (event.retried) {
    const [short, long] = CAUSES[event.retried] ?? [event.retried, event.retried];
    return [{ text: `second try: ${short}`, tone: "brass", title: `The model’s second reply: at first ${long}.` }];
  }
  return [{ text: "model", tone: "quiet", title: "The model’s first reply." }];
}

/**
 * One row of the log.
 * @param {Frame} frame @param {Head} head
 */
export function line(frame, head) {
  const { event, table } = frame;
  const deal = table.deal === null || frame.kind === "end" || frame.kind === "start" ? null : table.deal;
  const row = {
    seq: frame.seq,
    section: deal === null ? null : { key: `deal-${deal}`, title: `Deal ${deal + 1}`, note: `opened by ${aliasOf(head, table.opener)}` },
    kind: "note", alias: "", lead: "", text: "", aside: "", glyph: "", say: "", call: false,
    chips: /** @type {{ text: string, tone: string, title: string }[]} */ ([]),
    verdict: /** @type {null | { good: boolean, title: string, text: string, detail: string, scores: { alias: string, points: number }[] }} */ (null),
    closes: "",
  };
  switch (frame.kind) {
    case "start":
      return { ...row, text: `Round the table: ${list(head.order.map((slot) => `${aliasOf(head, slot)} (${seatAt(head, slot).policy})`))}` };
    case "deal":
      return { ...row, kind: "deal", text: `Hands are dealt; ${aliasOf(head, event.opener)} opens` };
    case "bid":
      return {
        ...row, kind: "bid", alias: aliasOf(head, event.seat), lead: "bids", aside: bidText(head, event),
        glyph: isPoker(head) ? "" : `g${event.face}`, say: event.say ?? "", chips: origin(event),
      };
    case "challenge": {
      const { bidder, challenger, winner, actual, counts, forced } = table.verdict;
      const held = winner === bidder;
      const loser = held ? challenger : bidder;
      const holders = head.order.filter((slot) => counts[slot] > 0).map((slot) => `${aliasOf(head, slot)} ${counts[slot]}`);
      return {
        ...row, kind: "challenge", call: true, alias: aliasOf(head, challenger),
        lead: forced ? `must challenge ${aliasOf(head, bidder)}` : `challenges ${aliasOf(head, bidder)}`,
        say: event.say ?? "",
        chips: forced ? [{ text: `forced at ${table.bids} bids`, tone: "solid", title: "The cap on bids was reached, so the rules challenge." }] : origin(event),
        verdict: {
          good: held, title: held ? "Held" : "Bluff called",
          text: `${foundText(head, table.verdict)} on the table`,
          detail: holders.length ? holders.join(", ") : "Nobody holds one",
          scores: [{ alias: aliasOf(head, winner), points: 1 }, { alias: aliasOf(head, loser), points: -1 }],
        },
        closes: held
          ? `${aliasOf(head, bidder)}’s ${bidText(head, table.verdict)} held, with ${actual}`
          : `${aliasOf(head, bidder)}’s ${bidText(head, table.verdict)} called, with ${actual}`,
      };
    }
    case "end":
      return { ...row, kind: "end", text: `${outcome(frame, head)}.${event.reason === "deadline" ? " The clock ended it." : ""}` };
    default:
      return { ...row, text: frame.kind };
  }
}

/** One mark of the scrubber. @param {Frame} frame @param {Head} head */
export function mark(frame, head) {
  const label = headline(frame, head);
  switch (frame.kind) {
    case "deal": return { shape: "deal", alias: "", label, number: String(frame.event.deal + 1), square: false };
    case "bid": return { shape: "bid", alias: aliasOf(head, frame.event.seat), label, number: "", square: false };
    case "challenge": {
      const held = frame.table.verdict.winner === frame.table.verdict.bidder;
      return { shape: held ? "held" : "caught", alias: "", label, number: "", square: Boolean(frame.event.forced) };
    }
    case "end": return { shape: "end", alias: "", label: `End: ${label}`, number: "", square: false };
    default: return { shape: "start", alias: "", label, number: "", square: false };
  }
}

/** What is still to come, as numbers under the rail. @param {Frame | null} frame @param {Head} head */
export function ahead(frame, head) {
  if (frame?.table.phase === "over") return [];
  const from = frame?.table.deal === null || !frame ? 0 : frame.table.deal + 1;
  return Array.from({ length: Math.max(0, head.config.deals - from) }, (_, i) => String(from + i + 1));
}

export const legend = [
  { shape: "bid", text: "bid" }, { shape: "held", text: "held" }, { shape: "caught", text: "caught" },
  { shape: "forced", text: "forced" }, { shape: "end", text: "end" },
];

/** How long a frame stays in play at speed 1, in milliseconds. @param {Frame} frame */
export function dwell(frame) {
  if (frame.kind === "challenge") return 5200;
  if (frame.kind === "bid") return 1500 + Math.min(2500, 22 * (frame.event.say?.length ?? 0));
  return frame.kind === "deal" ? 1500 : 1000;
}

/** What a bid looks like as one seat's read. @param {Head} head @param {any} table @param {number} slot */
export function readLabel(head, table, slot) {
  const bid = bidText(head, table.standing);
  return { bid, whose: table.standing.seat === slot ? "own bid" : "its read" };
}

/** A verdict in a sentence. @param {Head} head @param {any} verdict */
export function verdictSentence(head, verdict) {
  const hold = verdict.actual === 0 ? "none" : said(head, verdict.actual);
  return { who: aliasOf(head, verdict.bidder), text: ` bid ${bidSaid(head, verdict)}; the hands hold ${hold}.` };
}

/** The result's first line for a card. @param {string} text */
export const sentence = (text) => capital(text);
