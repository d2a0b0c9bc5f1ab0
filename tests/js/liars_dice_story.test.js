// What a frame of Liar's Dice says.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ahead, bidText, foundText, headline, line, mark, origin, outcome, progress, teaser } from "../../static/games/liars-dice/story.js";
import { softest } from "../../static/games/liars-dice/panels.js";
import { percent, scoreText, signed } from "../../static/league/words.js";

const seats = ["Gizmo", "Tinker", "Sprocket"].map((alias, slot) => ({ slot, position: slot, alias, policy: `${alias}'s policy`, version: 1, is_scripted: false, url: "" }));
const head = (mode = "dice") => ({ episode: 1, game: "liars-dice", status: "running", last: 0, seats, order: [0, 1, 2], config: { mode, deals: 3, seats: 3 } });
const table = (more = {}) => ({ phase: "bidding", deal: 0, deals: 3, opener: 0, hands: [[], [], []], standing: null, reads: null, actual: null, to_act: [1], bids: 1, max_bids: 9, points: [0, 0, 0], scores: [0.5, 0.5, 0.5], line: [], verdict: null, audit: null, ...more });
const bid = (quantity, face, more = {}) => ({ seq: 3, at: "", kind: "bid", event: { seat: 0, quantity, face, say: null, scripted: false, retried: null, fallback: null, ...more }, table: table({ standing: { seat: 0, quantity, face } }) });
const verdict = { challenger: 1, bidder: 0, quantity: 6, face: 5, actual: 4, counts: [2, 0, 2], winner: 1, forced: false };
const call = (more = {}, event = {}) => ({ seq: 4, at: "", kind: "challenge", event: { seat: 1, bidder: 0, say: null, forced: false, ...event }, table: table({ phase: "revealed", to_act: [], verdict: { ...verdict, ...more } }) });

test("dice are words, digits are always digits, and one is one", () => {
  assert.equal(bidText(head(), { quantity: 6, face: 5 }), "6 × fives");
  assert.equal(bidText(head(), { quantity: 2, face: 6 }), "2 × sixes");
  assert.equal(bidText(head(), { quantity: 1, face: 6 }), "1 × six");
  assert.equal(bidText(head("poker"), { quantity: 8, face: 7 }), "8 × 7s");
  assert.equal(bidText(head("poker"), { quantity: 1, face: 0 }), "1 × 0");
  assert.equal(foundText(head(), { quantity: 6, face: 5, actual: 4 }), "4 of 6 × fives");
  assert.equal(foundText(head(), { quantity: 5, face: 2, actual: 7 }), "5 × twos: 7 found");
});

test("each event has its headline", () => {
  assert.equal(headline(bid(6, 5), head()), "Gizmo bids 6 × fives");
  assert.equal(headline(call(), head()), "Tinker challenges Gizmo: 4 of 6 × fives, bluff called");
  assert.equal(headline(call({ winner: 0, actual: 6 }, { forced: true }), head()), "Tinker must challenge Gizmo: 6 of 6 × fives, the bid held");
  assert.equal(headline(null, head()), "Taking seats");
});

test("the lobby says who must answer", () => {
  assert.equal(teaser(bid(6, 5), head()), "Gizmo says six fives. Tinker must answer");
  assert.equal(teaser(call(), head()), "Tinker catches Gizmo bluffing");
  assert.equal(teaser(call({ winner: 0 }), head()), "Gizmo had them: six fives");
  assert.equal(teaser(null, { ...head(), status: "queued" }), "A table is being laid");
});

test("a mark says how a call ended by its shape, and forced ones are square", () => {
  assert.equal(mark(call(), head()).shape, "caught");
  assert.equal(mark(call({ winner: 0 }), head()).shape, "held");
  assert.equal(mark(call({}, { forced: true }), head()).square, true);
  assert.equal(mark(bid(1, 1), head()).alias, "Gizmo");
});

test("a row tells how the decision came to be", () => {
  assert.deepEqual(origin({ scripted: true }), []);
  assert.equal(origin({ scripted: false })[0].text, "model");
  assert.equal(origin({ retried: "illegal" })[0].text, "second try: illegal");
  assert.equal(origin({ fallback: "timeout" })[0].text, "fallback: timeout");
  assert.equal(origin({ fallback: "a new cause" })[0].text, "fallback: a new cause");
  const row = line(call(), head());
  assert.deepEqual(row.verdict?.scores, [{ alias: "Tinker", points: 1 }, { alias: "Gizmo", points: -1 }]);
  assert.equal(row.verdict?.detail, "Gizmo 2, Sprocket 2");
});

test("the outcome names who took it, shares and draws", () => {
  const end = (points, scores, deals = 3) => ({ seq: 9, at: "", kind: "end", event: { reason: "complete" }, table: table({ phase: "over", points, scores, line: Array(deals).fill([0, 0, 0]) }) });
  assert.match(outcome(end([2, -1, -1], [0.833, 0.333, 0.333]), head()), /^Gizmo's policy takes it: \+2 over 3 deals, score 0\.833$/);
  assert.match(outcome(end([1, 1, -2], [0.667, 0.667, 0.167]), head()), /^Gizmo's policy and Tinker's policy share it/);
  assert.match(outcome(end([0, 0, 0], [0.5, 0.5, 0.5]), head()), /^All square/);
  assert.match(outcome(end([0, 0, 0], [0.5, 0.5, 0.5], 0), head()), /^No deal was finished/);
});

test("progress and what is to come add up to all deals", () => {
  const now = progress(bid(2, 2), head());
  assert.deepEqual([now.title, now.now, now.total], ["Deal 1 of 3", 0, 3]);
  assert.deepEqual(ahead(bid(2, 2), head()), ["2", "3"]);
  assert.deepEqual(ahead(null, head()), ["1", "2", "3"]);
});

test("the softest pair is the largest loss among those that met", () => {
  assert.deepEqual(softest({ faced: [[0, 3], [2, 0]], exp_loss: [[0, 0.1], [0.4, 0]] }), { a: 1, b: 0, loss: 0.4 });
  assert.equal(softest({ faced: [[0, 0], [2, 0]], exp_loss: [[0, 0.9], [0, 0]] }), null);
});

test("numbers read as people write them", () => {
  assert.deepEqual([0, 0.0001, 0.232, 0.9999, 1].map(percent), ["0 %", "<1 %", "23 %", ">99 %", "100 %"]);
  assert.deepEqual([3, 0, -2].map(signed), ["+3", "0", "−2"]);
});

test("a score has three digits and a true minus", () => {
  assert.deepEqual([0.5625, -0.0625, -0.0001, 0].map(scoreText), ["0.563", "−0.063", "0.000", "0.000"]);
});
