// The two answers: their words, their signs, and what a belief says of them.

import { inWords, list } from "../../league/words.js";

/** @typedef {"a" | "b"} Side */
/** @typedef {{ text: string, a: string, b: string }} Question */

/** Before a frame says what is asked. @type {Question} */
export const UNKNOWN = { text: "The question is", a: "YES", b: "NO" };

/** @param {Side} side @returns {Side} */
export const opposite = (side) => (side === "a" ? "b" : "a");

/** The sign of an answer: a disc, a diamond, or a dashed ring for none. @param {string | null} side */
export const signOf = (side) => (side === "a" ? "rm-disc" : side === "b" ? "rm-diamond" : "rm-none");

/** The class that gives an answer its colour. @param {string | null} side */
export const toneOf = (side) => (side === "a" ? "is-a" : side === "b" ? "is-b" : "is-n");

/** @param {Question | null} question @param {string | null} side */
export function wordOf(question, side) {
  const { a, b } = question ?? UNKNOWN;
  return side === "a" ? a : side === "b" ? b : "no claim";
}

/**
 * Where a chance of A leans, and how sure that is, in per cent.
 * @param {number} belief 0..100
 * @returns {{ side: Side | null, share: number }}
 */
export function lean(belief) {
  return { side: belief > 50 ? "a" : belief < 50 ? "b" : null, share: Math.round(Math.max(belief, 100 - belief)) };
}

/** `BROKEN 71 %`, or `even`. @param {Question | null} question @param {number} belief */
export function leanText(question, belief) {
  const { side, share } = lean(belief);
  return side ? `${wordOf(question, side)} ${share} %` : "even";
}

/** How often each answer, and none, was claimed. @param {readonly (string | null)[]} claims */
export function count(claims) {
  return { a: claims.filter((one) => one === "a").length, b: claims.filter((one) => one === "b").length, n: claims.filter((one) => one === null).length };
}

/** `5 say BROKEN, 4 SOUND, 1 neither`. @param {Question | null} question @param {readonly (string | null)[]} claims */
export function countText(question, claims) {
  const { a, b, n } = count(claims);
  const parts = [[a, wordOf(question, "a")], [b, wordOf(question, "b")], [n, "neither"]].filter(([many]) => many);
  return parts.map(([many, word], i) => `${many}${i === 0 && word !== "neither" ? ` say${many === 1 ? "s" : ""}` : ""} ${word}`).join(", ");
}

/** `Rivet and Piston`, or `nobody`. @param {readonly string[]} names */
export const names = (names) => (names.length ? list(names) : "nobody");

/** @param {number} n @param {string} one @param {string} [many] */
export const counted = (n, one, many = `${one}s`) => `${inWords(n)} ${n === 1 ? one : many}`;
