// When the offer beside a match asks again by itself.
import assert from "node:assert/strict";
import { test } from "node:test";

import { pickState, wants } from "../../static/calibration/offer_state.js";

const at = (/** @type {string} */ shown, /** @type {string} */ status, /** @type {number} */ last) => pickState(shown, status, last);

test("an offer that came too early is asked for again with each newer event, once", () => {
  assert.equal(wants(at("wait", "running", 3), 2), true);
  assert.equal(wants(at("wait", "running", 3), 3), false);
});

test("an offer that stands is left alone while the match goes on", () => {
  assert.equal(wants(at("ask", "running", 9), 2), false);
  assert.equal(wants(at("ask", "queued", 0), 0), false);
});

test("an offer closes when the match is over, and an answer stays", () => {
  for (const status of ["finished", "failed", "void"]) {
    assert.equal(wants(at("ask", status, 9), 9), true);
    assert.equal(wants(at("wait", status, 9), 9), true);
    assert.equal(wants(at("ask", status, 9), Infinity), false, "only once");
    assert.equal(wants(at("told", status, 9), 2), false);
    assert.equal(wants(at("over", status, 9), 2), false);
  }
});

test("an offer that a failed match had closed opens when the match is run again", () => {
  assert.equal(wants(at("over", "queued", 9), Infinity), true);
  assert.equal(wants(at("over", "queued", 9), 9), false, "once");
  assert.equal(wants(at("over", "running", 10), 9), true);
});

test("a page without an offer asks for none", () => {
  assert.equal(wants(pickState(undefined, undefined, 4), 0), false);
});
