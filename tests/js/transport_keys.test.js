// Which keys move the page, and which belong to someone else.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keyAction } from "../../static/league/watch/transport.js";

const press = (key, tagName = "body", more = {}) => keyAction({ key, ...more, target: { tagName, ...more.target } });

test("space, arrows, Home, End and L are the transport's", () => {
  assert.deepEqual(press(" "), { type: "toggle" });
  assert.deepEqual(press("ArrowLeft"), { type: "step", by: -1 });
  assert.deepEqual(press("ArrowRight"), { type: "step", by: 1 });
  assert.deepEqual(press("Home"), { type: "seek", to: 1 });
  assert.deepEqual(press("End"), { type: "seek", to: Infinity });
  assert.deepEqual(press("L"), { type: "live" });
});

test("nothing is stolen from a field that is typed in", () => {
  for (const tag of ["INPUT", "TEXTAREA", "SELECT"]) for (const key of [" ", "ArrowLeft", "Home", "l"]) assert.equal(press(key, tag), null);
  assert.equal(press("l", "div", { target: { tagName: "div", isContentEditable: true } }), null);
});

test("the slider moves by its own keys; space and L are still the transport's", () => {
  const slider = { target: { tagName: "INPUT", type: "range" } };
  assert.equal(press("ArrowLeft", "INPUT", slider), null);
  assert.equal(press("Home", "INPUT", slider), null);
  assert.deepEqual(press(" ", "INPUT", slider), { type: "toggle" });
});

test("space still presses a focused button or link, and shortcuts of the browser stay", () => {
  for (const tag of ["BUTTON", "A", "SUMMARY"]) assert.equal(press(" ", tag), null);
  assert.equal(press("ArrowLeft", "body", { altKey: true }), null);
  assert.equal(press("l", "body", { ctrlKey: true }), null);
  assert.equal(press("x"), null);
});
