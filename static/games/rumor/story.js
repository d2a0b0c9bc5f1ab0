// What happened at a table of Rumor, in words: pure functions of a frame and a head.

import { capital, inWords, list } from "../../league/words.js";
import { countText, counted, lean, names, opposite, signOf, toneOf, wordOf } from "./answers.js";
import { aliasOf, beliefOf, claimsByRound, isClosed, linked, roomMean, saboteurs, saysIn, scoreText, spokenRound } from "./table.js";

/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("../../league/watch/state.js").Head} Head */

/** The line that says how a tally came out. @param {any} table */
export function outcome(table) {
  const { correct, honest, truth } = table.tally;
  return `It is ${wordOf(table.question, truth)}: ${inWords(correct)} of ${inWords(honest)} honest cogs voted right`;
}

/** The room's verdict with its votes: `BROKEN, 6 to 4`. @param {any} table */
export function verdictText({ question, tally }) {
  const a = tally.votes.filter((/** @type {string} */ vote) => vote === "a").length;
  const b = tally.votes.length - a;
  return tally.verdict === "split" ? `split, ${a} to ${b}` : `${wordOf(question, tally.verdict)}, ${Math.max(a, b)} to ${Math.min(a, b)}`;
}

/** A page's title for a frame. @param {Frame | null} frame @param {Head} head */
export function headline(frame, head) {
  if (!frame) return "Taking seats";
  const { event, table } = frame;
  switch (frame.kind) {
    case "start": return `${table.question.text} ${table.question.a} or ${table.question.b}: ten cogs, ten clues`;
    case "round": return `Talk round ${event.round} of ${table.rounds}`;
    case "say": return `${aliasOf(head, event.seat)} tells ${names(linked(table, event.seat).map((slot) => aliasOf(head, slot)))}: ${claimText(table.question, event)}`;
    case "vote": return `${aliasOf(head, event.seat)} seals its vote`;
    case "tally": return outcome(table);
    case "end": return table.tally ? outcome(table) : "The match is over";
    default: return frame.kind;
  }
}

/** @param {any} question @param {{ claim: string | null, confidence: number }} said */
export const claimText = (question, said) => (said.claim ? `${wordOf(question, said.claim)}, ${said.confidence} %` : "no claim");

/** What plays now, for the lobby. @param {Frame | null} frame @param {Head} head */
export function teaser(frame, head) {
  const table = frame?.table;
  if (!table?.question) return head.status === "queued" ? "A table is being laid" : "The seats are taken";
  const { question } = table;
  if (table.tally) return outcome(table);
  const asked = `${question.text} ${question.a} or ${question.b}?`;
  const mean = roomMean(table);
  if (table.phase === "voting") return `The ballot: ${capital(asked)}`;
  if (mean === null) return capital(asked);
  const { side, share } = lean(mean);
  return side ? `${capital(asked)} The room leans ${wordOf(question, side)}, ${share} %` : `${capital(asked)} The room is even`;
}

/** How far the match is: the talk rounds, then the ballot. @param {Frame | null} frame @param {Head} head */
export function progress(frame, head) {
  const table = frame?.table;
  const rounds = table?.rounds ?? head.config.rounds ?? 5;
  const total = rounds + 1;
  if (!table || table.round === null) return { title: "The clues are dealt", unit: "Round", done: 0, now: -1, total, share: 0 };
  if (table.tally) return { title: table.phase === "over" ? "Final" : "The tally", unit: "Round", done: total, now: -1, total, share: 1 };
  if (table.phase === "voting") {
    const sealed = table.sealed.filter(Boolean).length;
    return { title: "The ballot", unit: "Round", done: rounds, now: rounds, total, share: (rounds + 0.9 * sealed / table.sealed.length) / total };
  }
  const spoken = table.beliefs[table.round - 1]?.filter((/** @type {number | null} */ belief) => belief !== null).length ?? 0;
  return { title: `Talk round ${table.round} of ${rounds}`, unit: "Round", done: table.round - 1, now: table.round - 1, total, share: (table.round - 1 + spoken / table.clues.length) / total };
}

/**
 * One sentence or two on what a frame shows, for somebody who never read the rules.
 * @param {Frame | null} frame @param {Head} head
 */
export function told(frame, head) {
  const table = frame?.table;
  if (!table?.question) return "Ten cogs take their seats. Each will get a clue; two or three of them are there to mislead.";
  const { question, tally } = table;
  if (tally) {
    const saboteur = saboteurs(head, tally).map((slot) => aliasOf(head, slot));
    return `The saboteurs were ${list(saboteur)}. The room voted ${verdictText(table)}.`;
  }
  if (frame?.kind === "start") return `Each cog holds one clue, right about two times in three; the ten together always point at the truth. Two or three cogs want the others to be wrong.`;
  if (table.phase === "voting") {
    const sealed = table.sealed.filter(Boolean).length;
    return sealed ? `${capital(counted(sealed, "vote is", "votes are"))} sealed. Then the masks come off.` : "The talk is over. Each cog seals one vote; nobody sees another’s.";
  }
  const round = spokenRound(table);
  if (round && isClosed(table, round)) {
    const claims = claimsByRound(table)[round - 1] ?? [];
    return `${countText(question, claims)}. ${leaning(table)}`;
  }
  const spoken = saysIn(table, table.round)?.filter((said) => said !== null).length ?? 0;
  return spoken ? `${capital(counted(spoken, "message is", "messages are"))} written; all ten leave together, to neighbours only.` : `Everybody writes to its neighbours. ${leaning(table)}`;
}

/** @param {any} table */
function leaning(table) {
  const mean = roomMean(table);
  if (mean === null) return "";
  const { side, share } = lean(mean);
  return side ? `On average the room believes ${wordOf(table.question, side)}, ${share} %.` : "On average the room is even.";
}

const CAUSES = /** @type {Record<string, [string, string]>} */ ({
  timeout: ["timeout", "the model did not answer in time"], truncated: ["cut off", "the model’s reply was cut off"],
  refused: ["refused", "the model declined to answer"], unreadable: ["unreadable", "the reply could not be read"],
  illegal: ["illegal", "the reply broke a rule"], provider: ["provider", "the provider failed"],
  credentials: ["credentials", "the provider turned our credentials down"], no_credentials: ["no model", "no model is configured"],
  budget: ["budget", "a spending limit was reached"], clock: ["clock", "the match was out of time"],
});

/** How a decision came to be, as a small chip. @param {any} event @returns {{ text: string, tone: string, title: string }[]} */
export function origin(event) {
  if (event.forced) return [{ text: "by the clock", tone: "solid", title: "The time was up, so the baseline gossip voted." }];
  if (event.scripted) return [];
  const cause = event.fallback ?? event.retried;
  if (!cause) return [{ text: "model", tone: "quiet", title: "The model’s first reply." }];
  const [short, long] = CAUSES[cause] ?? [cause, cause];
  return event.fallback
    ? [{ text: `fallback: ${short}`, tone: "bad", title: `A baseline played this: ${long}.` }]
    : [{ text: `second try: ${short}`, tone: "brass", title: `The model’s second reply: at first ${long}.` }];
}

/** One row of the log. @param {Frame} frame @param {Head} head */
export function line(frame, head) {
  const { event, table } = frame;
  const row = {
    seq: frame.seq, section: sectionOf(frame), kind: "note", alias: "", lead: "", text: "", aside: "", glyph: "", say: "", call: false,
    chips: /** @type {{ text: string, tone: string, title: string }[]} */ ([]),
    verdict: /** @type {null | { good: boolean, title: string, text: string, detail: string, scores: { alias: string, points: number }[] }} */ (null),
    closes: "",
  };
  switch (frame.kind) {
    case "start": {
      const a = table.clues.filter((/** @type {string} */ clue) => clue === "a").length;
      return { ...row, kind: "deal", text: `${capital(table.question.text)} ${table.question.a} or ${table.question.b}? Ten clues are dealt: ${a} say ${table.question.a}, ${table.clues.length - a} say ${table.question.b}` };
    }
    case "round": return { ...row, kind: "deal", text: event.round === 1 ? "The first messages are written" : `What was sent in round ${event.round - 1} has arrived` };
    case "say": {
      const claims = claimsByRound(table)[event.round - 1] ?? [];
      return {
        ...row, kind: `say.${toneOf(event.claim)}`, alias: aliasOf(head, event.seat),
        lead: `to ${names(linked(table, event.seat).map((slot) => aliasOf(head, slot)))}`,
        aside: event.claim ? `${wordOf(table.question, event.claim)} ${event.confidence} %` : "no claim", glyph: signOf(event.claim),
        say: event.message, chips: origin(event), closes: isClosed(table, event.round) ? countText(table.question, claims) : "",
      };
    }
    case "vote": return { ...row, kind: "vote", call: true, alias: aliasOf(head, event.seat), lead: "seals its vote", chips: origin(event) };
    case "tally": return { ...row, kind: "tally", call: true, text: "The votes are opened", verdict: tallyVerdict(table, head) };
    case "end": return { ...row, kind: "end", text: `${headline(frame, head)}.${event.reason === "deadline" ? " The clock forced the ballot." : ""}` };
    default: return { ...row, text: frame.kind };
  }
}

/** @param {Frame} frame */
function sectionOf({ kind, event, table }) {
  if (kind === "round" || kind === "say") return { key: `round-${event.round}`, title: `Round ${event.round}`, note: `of ${table.rounds}` };
  return kind === "vote" || kind === "tally" ? { key: "ballot", title: "Ballot", note: "ten sealed votes" } : null;
}

/** @param {any} table @param {Head} head */
function tallyVerdict(table, head) {
  const { tally, question } = table;
  const wrong = head.order.filter((slot) => tally.roles[slot] === "honest" && tally.votes[slot] !== tally.truth);
  return {
    good: tally.correct * 2 > tally.honest,
    title: `${wordOf(question, tally.truth)}, ${tally.correct} of ${tally.honest} right`,
    text: `Saboteurs: ${names(saboteurs(head, tally).map((slot) => aliasOf(head, slot)))}. The room: ${verdictText(table)}.`,
    detail: wrong.length ? `Voted ${wordOf(question, opposite(tally.truth))}: ${list(wrong.map((slot) => aliasOf(head, slot)))}` : "Nobody honest was misled",
    scores: [],
  };
}

/** One mark of the scrubber. @param {Frame} frame @param {Head} head */
export function mark(frame, head) {
  const { kind, event, table } = frame;
  const base = { shape: "start", alias: "", label: headline(frame, head), number: "", square: false };
  if (kind === "round") return { ...base, shape: "deal", number: String(event.round) };
  if (kind === "say") return { ...base, shape: "bid", alias: aliasOf(head, event.seat) };
  if (kind === "vote") return { ...base, shape: "vote" };
  if (kind === "tally") return { ...base, shape: table.tally.correct * 2 > table.tally.honest ? "held" : "caught" };
  if (kind === "end") return { ...base, shape: "end", label: `End: ${base.label}` };
  return base;
}

/** The rounds to come, and the ballot. @param {Frame | null} frame @param {Head} head */
export function ahead(frame, head) {
  const table = frame?.table;
  if (table?.tally || table?.phase === "voting") return [];
  const from = table?.round ?? 0;
  return [...Array.from({ length: Math.max(0, (table?.rounds ?? head.config.rounds) - from) }, (_, i) => String(from + i + 1)), "vote"];
}

export const legend = [
  { shape: "bid", text: "message" }, { shape: "vote", text: "sealed vote" }, { shape: "held", text: "most right" },
  { shape: "caught", text: "misled" }, { shape: "end", text: "end" },
];

/** What the log may be narrowed to. */
export const filters = [["all", "All"], ["talk", "Talk"], ["calls", "Votes"]];

/** How long a frame stays in play at speed 1, in milliseconds. @param {Frame} frame */
export function dwell(frame) {
  if (frame.kind === "tally") return 9000;
  if (frame.kind === "vote") return 450;
  if (frame.kind !== "say") return frame.kind === "start" ? 4000 : 900;
  const reading = 1100 + Math.min(3600, 20 * frame.event.message.length);
  return isClosed(frame.table, frame.event.round) ? reading + 2200 : reading;
}

/** What is said of a seat to a screen reader. @param {any} table @param {Head} head @param {number} slot @param {boolean} shown whether clues and beliefs are */
export function seatLabel(table, head, slot, shown) {
  const judged = head.judged === slot;
  const alias = judged ? `${aliasOf(head, slot)}, the judged seat` : aliasOf(head, slot);
  if (!table?.question) return alias;
  const { question, tally } = table;
  const links = `Linked to ${names(linked(table, slot).map((other) => aliasOf(head, other)))}.`;
  if (tally) {
    const right = tally.votes[slot] === tally.truth;
    return `${alias}, ${tally.roles[slot]}. Voted ${wordOf(question, tally.votes[slot])}, ${right ? "right" : "wrong"}. Score ${scoreText(tally.scores[slot])}. ${links}`;
  }
  const belief = beliefOf(table, slot);
  const said = saysIn(table, spokenRound(table))?.[slot];
  const { side, share } = lean(belief ?? 50);
  return [`${alias}.`, shown ? `Clue ${wordOf(question, table.clues[slot])}.` : "",
    shown && belief !== null ? (side ? `Believes ${wordOf(question, side)} ${share} %.` : "Is even.") : "",
    said ? (said.claim ? `Claims ${wordOf(question, said.claim)} at ${said.confidence} %.` : "Makes no claim.") : "",
    table.sealed[slot] ? "Its vote is sealed." : "", links].filter(Boolean).join(" ");
}
