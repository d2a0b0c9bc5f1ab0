import assert from "node:assert/strict";
import { test } from "node:test";

import { PAUSE, address, backoff, plan, wait } from "../../static/league/ladder/state.js";

test("rows that stay are reused, others come and go", () => {
  assert.deepEqual(plan(["1", "2", "3"], ["3", "1", "4"]), {
    gone: ["2"],
    stay: ["3", "1"],
    fresh: ["4"],
  });
  assert.deepEqual(plan([], []), { gone: [], stay: [], fresh: [] });
});

test("a burst of results costs one fetch each pause", () => {
  assert.equal(wait(10_000, 0), 0);
  assert.equal(wait(10_000, 9_500), PAUSE - 500);
});

test("reconnecting waits longer each time, never more than half a minute, never in step", () => {
  assert.equal(backoff(0, 0), 500);
  assert.ok(backoff(3, 0.5) > backoff(2, 0.5));
  assert.ok(backoff(50, 0.999) <= 30_000);
  assert.notEqual(backoff(4, 0.1), backoff(4, 0.9));
});

test("a form becomes an address without its empty fields", () => {
  assert.equal(address("/ladders/x/", [["q", ""], ["sort", "-mean"], ["q2", "a b"]]), "/ladders/x/?sort=-mean&q2=a+b");
});
