// What keys do on a duel's page, and that one page sends one answer.
import assert from "node:assert/strict";
import { test } from "node:test";

import { deed, latch, seenText } from "../../static/calibration/state.js";

/** @param {string} key @param {object} [more] */
const press = (key, more = {}) => deed({ key, ...more });
const slider = { tagName: "INPUT", type: "range" };

test("a and b answer, whatever the case", () => {
  for (const key of ["a", "A"]) assert.deepEqual(press(key), { do: "pick", side: "A" });
  for (const key of ["b", "B"]) assert.deepEqual(press(key), { do: "pick", side: "B" });
});

test("s, u and n press skip, undo and next", () => {
  assert.deepEqual(["s", "u", "n"].map((key) => press(key)), [
    { do: "press", what: "skip" }, { do: "press", what: "undo" }, { do: "press", what: "next" },
  ]);
});

test("no arrow answers: arrows step the clip in focus", () => {
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " ", "Enter"]) {
    assert.notEqual(press(key)?.do, "pick", key);
  }
  assert.deepEqual(press("ArrowRight"), { do: "clip", action: { type: "step", by: 1 } });
  assert.deepEqual(press("ArrowLeft"), { do: "clip", action: { type: "step", by: -1 } });
});

test("a slider keeps its arrows, and letters still answer from it", () => {
  assert.equal(press("ArrowRight", { target: slider }), null);
  assert.deepEqual(press("a", { target: slider }), { do: "pick", side: "A" });
});

test("a key that is held down, a shortcut and typing answer nothing", () => {
  assert.equal(press("a", { repeat: true }), null);
  for (const key of ["ctrlKey", "metaKey", "altKey"]) assert.equal(press("a", { [key]: true }), null);
  assert.equal(press("b", { target: { tagName: "TEXTAREA" } }), null);
  assert.equal(press("b", { target: { tagName: "INPUT", type: "text" } }), null);
});

test("a clip has no live edge to follow", () => {
  assert.equal(press("l"), null);
});

test("only the first one gets through", () => {
  const isFirst = latch();
  assert.deepEqual([isFirst(), isFirst(), isFirst()], [true, false, false]);
});

test("what was seen is told in words", () => {
  const view = { at: 1, last: 7, most: 1, rounds: 0, playing: false };
  assert.equal(seenText(view), "not watched yet");
  assert.equal(seenText({ ...view, playing: true }), "watching");
  assert.equal(seenText({ ...view, at: 3, most: 4 }), "seen 4 of 7");
  assert.equal(seenText({ ...view, rounds: 1, most: 7 }), "watched once");
  assert.equal(seenText({ ...view, rounds: 2, most: 7 }), "watched twice");
  assert.equal(seenText({ ...view, rounds: 5, most: 7 }), "watched 5 times");
});
