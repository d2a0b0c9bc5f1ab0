// The lobby's reducer: tables that move, leave and keep their places.

import assert from "node:assert/strict";
import { test } from "node:test";

import { placing, roster } from "../../static/league/words.js";
import { headline, place, reach, reduce, start, visible } from "../../static/league/lobby/state.js";

const table = (episode, seq, more = {}) => ({ head: { episode, game: "liars-dice", variant: "standard", ...more }, frame: seq ? { seq } : null, watching: 0 });
const lobby = (...tables) => start({ tables, results: [], tops: [] });
const ids = (state) => state.tables.map((one) => one.head.episode);

test("a table moves on in its place, and never back", () => {
  let state = lobby(table(1, 5), table(2, 7));
  state = reduce(state, { type: "table", table: table(1, 6) });
  state = reduce(state, { type: "table", table: table(1, 4) });
  assert.deepEqual(ids(state), [1, 2]);
  assert.equal(state.tables[0].frame.seq, 6);
});

test("a new table comes last; one that ended lingers until it is cleared", () => {
  let state = reduce(lobby(table(1, 5)), { type: "table", table: table(3, 0) });
  assert.deepEqual(ids(state), [1, 3]);
  state = reduce(state, { type: "gone", episode: 1 });
  assert.equal(state.tables[0].over, true);
  state = reduce(state, { type: "clear", episode: 1 });
  assert.deepEqual(ids(state), [3]);
});

test("a table that came back is not cleared", () => {
  let state = reduce(lobby(table(1, 5)), { type: "gone", episode: 1 });
  state = reduce(state, { type: "table", table: table(1, 6) });
  state = reduce(state, { type: "clear", episode: 1 });
  assert.deepEqual(ids(state), [1]);
});

test("after a reconnect the old ones are gone and the rest keep their places", () => {
  const state = reduce(lobby(table(1, 5), table(2, 7), table(4, 1)), { type: "lobby", tables: [table(9, 1), table(4, 3), table(2, 6)], results: [], tops: [] });
  assert.deepEqual(ids(state), [2, 4, 9]);
  assert.equal(state.tables[0].frame.seq, 7);
});

test("the filter shows one kind; the rest play on", () => {
  let state = lobby(table(1, 5), table(2, 7, { variant: "poker" }), table(3, 1, { game: "rumor", variant: "ring" }));
  state = reduce(state, { type: "show", show: "liars-dice/poker" });
  assert.deepEqual(visible(state).map((one) => one.head.episode), [2]);
  assert.deepEqual(visible(reduce(state, { type: "show", show: "rumor" })).map((one) => one.head.episode), [3]);
  assert.equal(state.tables.length, 3);
});

test("the headline counts truly", () => {
  assert.equal(headline(0), "No table is in play just now");
  assert.equal(headline(1), "One table, and somebody is lying at it");
  assert.equal(headline(3), "Three tables, and somebody is lying at each");
  assert.equal(headline(40), "40 tables, and somebody is lying at each");
});

test("break even stands in the middle and no interval leaves the picture", () => {
  const rows = [{ low: 0.3, high: 0.55 }, { low: 0.5, high: 0.62 }];
  const far = reach(rows, 0.5);
  assert.equal(place(0.5, 0.5, far), 50);
  assert.equal(place(0, 0, reach([{ low: -0.2, high: 0.4 }], 0)), 50);
  for (const { low, high } of rows) for (const score of [low, high]) assert.ok(place(score, 0.5, far) > 0 && place(score, 0.5, far) < 100);
});

test("a policy with several seats is named once", () => {
  assert.equal(roster(["herd", "gossip", "herd", "The Magpie"]), "herd × 2, gossip and The Magpie");
  assert.equal(roster(["herd"]), "herd");
});

test("a result says who is level with the first and who is behind, as the server does", () => {
  const ranked = (...scores) => scores.map((score, n) => ({ policy: `p${n}`, score }));
  assert.equal(placing(ranked(1, 0.5, 0.5)), "ahead of p1 and p2");
  assert.equal(placing(ranked(1, 1, 0.5)), "level with p1, ahead of p2");
  assert.equal(placing(ranked(1, 1)), "level with p1");
  assert.equal(placing(ranked(...Array(7).fill(1), 0.9, 0.8, 0.7)), "level with six others, ahead of p7, p8 and p9");
  assert.equal(placing(ranked(1, ...Array(9).fill(0.5))), "ahead of nine others");
});
