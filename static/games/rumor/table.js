// Reading a table of Rumor: pure functions of a head and a frame's table.

import { lean } from "./answers.js";

/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {import("../../league/watch/state.js").Frame} Frame */

/** @param {Head} head @param {number} slot */
export function seatAt(head, slot) {
  return head.seats.find((seat) => seat.slot === slot) ?? { slot, alias: `Seat ${slot + 1}`, policy: "", version: 0, is_scripted: false, url: "" };
}

/** @param {Head} head @param {number} slot */
export const aliasOf = (head, slot) => seatAt(head, slot).alias;

/** The slots that a seat is linked to. @param {any} table @param {number} slot @returns {number[]} */
export const linked = (table, slot) => (table?.edges ?? []).flatMap((/** @type {number[]} */ [a, b]) => (a === slot ? [b] : b === slot ? [a] : []));

/** What was sent in a round, by slot, when the frame still holds it. @param {any} table @param {number} round 1-based @returns {any[] | null} */
export const saysIn = (table, round) => table?.says?.[round - table.says_from] ?? null;

/** The newest round in which anybody spoke, 0 for none. @param {any} table */
export function spokenRound(table) {
  for (let round = table?.beliefs?.length ?? 0; round > 0; round -= 1) {
    if (table.beliefs[round - 1].some((/** @type {number | null} */ belief) => belief !== null)) return round;
  }
  return 0;
}

/** Whether everybody spoke in a round. @param {any} table @param {number} round */
export const isClosed = (table, round) => Boolean(table?.beliefs?.[round - 1]?.every((/** @type {number | null} */ belief) => belief !== null));

/** A seat's newest stated chance of A, at the ballot too; null while it stated none. @param {any} table @param {number} slot @returns {number | null} */
export function beliefOf(table, slot) {
  if (table?.tally) return table.tally.ballot_beliefs[slot];
  for (const round of [...(table?.beliefs ?? [])].reverse()) if (round[slot] !== null) return round[slot];
  return null;
}

/** The mean of what the seats that spoke believe, or null. @param {any} table @returns {number | null} */
export function roomMean(table) {
  const known = (table?.clues ?? []).flatMap((/** @type {string} */ _, /** @type {number} */ slot) => beliefOf(table, slot) ?? []);
  return known.length ? known.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0) / known.length : null;
}

/** A clue alone is right about two times in three. */
export const CLUE_CHANCE = 67;

/**
 * The columns of the tide: the clue, each round, the ballot; null where nothing was stated yet.
 * @param {any} table
 * @returns {{ name: string, values: (number | null)[] }[]}
 */
export function tideOf(table) {
  const size = table.clues.length;
  const nothing = Array.from({ length: size }, () => null);
  return [
    { name: "clue", values: table.clues.map((/** @type {string} */ clue) => (clue === "a" ? CLUE_CHANCE : 100 - CLUE_CHANCE)) },
    ...Array.from({ length: table.rounds }, (_, i) => ({ name: i ? String(i + 1) : "talk 1", values: table.beliefs[i] ?? nothing })),
    { name: "ballot", values: table.tally?.ballot_beliefs ?? nothing },
  ];
}

/** Seats whose belief came to lie on the other side of even in the newest closed round. @param {any} table @returns {number[]} */
export function crossedOver(table) {
  const columns = tideOf(table).filter((column) => column.values.every((value) => value !== null));
  if (columns.length < 2) return [];
  const [before, now] = columns.slice(-2).map((column) => /** @type {number[]} */ (column.values));
  return now.flatMap((value, slot) => (lean(value).side && lean(before[slot]).side !== lean(value).side ? [slot] : []));
}

/** The step that an animation is for: messages of a round that travel, or the unmasking; null when nothing moves as one. @param {Frame | null} frame */
export function sceneOf(frame) {
  const table = frame?.table ?? null;
  if (table?.tally) return "tally";
  const round = spokenRound(table);
  return round && isClosed(table, round) ? `sent-${round}` : null;
}

/**
 * How often a saboteur claimed what is false, by slot; 0 for the honest, whose errors are no lies.
 * @param {any} table a table at its tally
 * @returns {number[]}
 */
export function lies(table) {
  const rounds = claimsByRound(table);
  return table.tally.roles.map((/** @type {string} */ role, /** @type {number} */ slot) =>
    role === "saboteur" ? rounds.filter((claims) => claims?.[slot] && claims[slot] !== table.tally.truth).length : 0);
}

/** What was claimed in each round, by slot; null for a round that the frame does not hold. @param {any} table @returns {((string | null)[] | null)[]} */
export function claimsByRound(table) {
  if (table?.claims) return table.claims;
  return (table?.beliefs ?? []).map((/** @type {unknown} */ _, /** @type {number} */ i) =>
    saysIn(table, i + 1)?.map((said) => said?.claim ?? null) ?? null);
}

/** The honest seats in turn order, those who voted right first. @param {Head} head @param {any} tally @returns {{ slot: number, right: boolean }[]} */
export function honestSeats(head, tally) {
  return head.order.filter((slot) => tally.roles[slot] === "honest")
    .map((slot) => ({ slot, right: tally.votes[slot] === tally.truth }))
    .sort((a, b) => Number(b.right) - Number(a.right));
}

/** The saboteurs in turn order. @param {Head} head @param {any} tally */
export const saboteurs = (head, tally) => head.order.filter((slot) => tally.roles[slot] === "saboteur");

/** A score with sign and two digits. @param {number} score */
export const scoreText = (score) => `${score > 0.005 ? "+" : score < -0.005 ? "−" : ""}${Math.abs(score).toFixed(2)}`;
