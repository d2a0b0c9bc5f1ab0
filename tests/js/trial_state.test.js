import assert from "node:assert/strict";
import { test } from "node:test";

import { after, ASK_MS, CALM_MS, costOf, costText, LONGEST_MS, nextAsk } from "../../static/grading/state.js";

const running = { state: "running", failures: 0, quiet: 0, hidden: false };

test("a trial that runs is asked about again, one that is over is not", () => {
  assert.equal(nextAsk(running), ASK_MS);
  assert.equal(nextAsk({ ...running, state: "queued" }), ASK_MS);
  for (const state of ["promoted", "kept", "undecided", "unfit", "cancelled", "failed", "better", "undone"]) {
    assert.equal(nextAsk({ ...running, state }), null, state);
  }
});

test("nobody asks for a page that nobody sees", () => {
  assert.equal(nextAsk({ ...running, hidden: true }), null);
});

test("while nothing changes it asks less often, up to a limit", () => {
  let polling = running;
  const waits = [];
  for (let i = 0; i < 40; i += 1) {
    polling = after(polling, { status: 304 });
    waits.push(nextAsk(polling));
  }
  assert.deepEqual(waits, [...waits].sort((a, b) => a - b));
  assert.equal(waits.at(-1), CALM_MS);
  assert.equal(nextAsk(after(polling, { status: 200, state: "running" })), ASK_MS);
});

test("a line that is down is tried ever more seldom, and forgotten once it is back", () => {
  let polling = running;
  for (let i = 0; i < 12; i += 1) polling = after(polling, { status: i % 2 ? 0 : 503 });
  assert.equal(nextAsk(polling), LONGEST_MS);
  assert.equal(nextAsk(after(polling, { status: 304 })), ASK_MS + 250);
});

test("an answer without a trial in it counts as a failure", () => {
  assert.equal(after(running, { status: 200 }).failures, 1);
});

test("the end that the server tells ends the asking", () => {
  assert.equal(nextAsk(after(running, { status: 200, state: "promoted" })), null);
});

const prices = { play: 0.02, judges: { mistakes: 0, claude: 0.1 } };

test("a trial costs its matches and its calls", () => {
  assert.equal(costOf({ judge: "mistakes", path: "alternating", comparisons: 100 }, prices), 2);
  assert.ok(Math.abs((costOf({ judge: "claude", path: "alternating", comparisons: 100 }, prices) ?? 0) - 13) < 1e-9);
  assert.ok(Math.abs((costOf({ judge: "claude", path: "both_orders", comparisons: 100 }, prices) ?? 0) - 22) < 1e-9);
  assert.equal(costOf({ judge: "claude", path: "alternating", comparisons: Number.NaN }, prices), null);
  assert.equal(costOf({ judge: "claude", path: "alternating", comparisons: 0 }, prices), null);
});

test("a cost is said in words", () => {
  assert.equal(costText(0, 20), "Free: no model is asked.");
  assert.equal(costText(null, 0), "");
  assert.match(costText(13, 1000), /about \$13\.00 for 1,000 comparisons/);
  assert.match(costText(0.001, 2), /under \$0\.01/);
});
