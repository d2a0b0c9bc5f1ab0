// The watch page's reducer: order, holes, following, and when a step may be animated.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hasGap, isLive, isMoving, isSettled, last, reduce, shown, start } from "../../static/league/watch/state.js";

const frame = (seq) => ({ seq, at: "2026-11-30T01:00:00Z", kind: "bid", event: {}, table: {} });
const frames = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => frame(from + i));
const head = (more = {}) => ({ episode: 1, game: "liars-dice", status: "running", last: 0, seats: [], order: [], config: {}, ...more });
const over = (n) => head({ status: "finished", last: n });
const send = (state, ...actions) => actions.reduce(reduce, state);

test("150 frames in bursts, out of order and twice, end as 1..150 once each", () => {
  let state = start(head(), []);
  const all = frames(1, 150);
  const bursts = [all.slice(0, 40), all.slice(90, 150), all.slice(20, 60), all.slice(60, 95), all.slice(0, 150)];
  for (const burst of bursts) state = reduce(state, { type: "frames", frames: burst });
  assert.deepEqual(state.frames.map((one) => one.seq), all.map((one) => one.seq));
  assert.equal(hasGap(state), false);
});

test("frames after a hole wait, and the page knows that it lacks some", () => {
  const state = send(start(head(), frames(1, 3)), { type: "frames", frames: frames(6, 8) });
  assert.equal(last(state), 3);
  assert.equal(hasGap(state), true);
  const filled = send(state, { type: "frames", frames: frames(4, 5) });
  assert.equal(last(filled), 8);
  assert.equal(hasGap(filled), false);
});

test("a head that names more events than are here is a gap", () => {
  const state = send(start(head(), frames(1, 3)), { type: "head", head: over(5) });
  assert.equal(hasGap(state), true);
});

test("a spectator who joins at event 20 of 40 follows the newest", () => {
  let state = start(head(), frames(1, 20));
  assert.equal(state.at, 20);
  for (const one of frames(21, 40)) state = reduce(state, { type: "frames", frames: [one] });
  assert.equal(state.at, 40);
  assert.equal(isLive(state), true);
});

test("a spectator who went back stays there, and live returns", () => {
  const back = send(start(head(), frames(1, 20)), { type: "seek", to: 7 }, { type: "frames", frames: frames(21, 25) });
  assert.equal(back.at, 7);
  assert.equal(isLive(back), false);
  const live = send(back, { type: "live" });
  assert.equal(live.at, 25);
  assert.equal(isLive(live), true);
});

test("going to the newest event of a running match follows again", () => {
  const state = send(start(head(), frames(1, 9)), { type: "step", by: -1 }, { type: "step", by: 1 }, { type: "frames", frames: [frame(10)] });
  assert.equal(state.at, 10);
});

test("a failed match that is run again is followed by who stands at its end, and by nobody else", () => {
  const failed = start(head({ status: "failed", last: 9 }), frames(1, 9));
  assert.equal(failed.link, "connecting", "it may go on");
  assert.equal(isSettled(failed.head), false);
  const again = { type: "head", head: head({ status: "queued", last: 9 }) };
  const atEnd = send(failed, { type: "step", by: -1 }, { type: "step", by: 1 }, again, { type: "frames", frames: [frame(10)] });
  assert.equal(atEnd.at, 10);
  const back = send(failed, { type: "seek", to: 4 }, again, { type: "frames", frames: [frame(10)] });
  assert.equal(back.at, 4);
});

test("only a step forward by one may be animated", () => {
  const loaded = start(head(), frames(1, 5));
  assert.equal(loaded.motion, false);
  assert.equal(send(loaded, { type: "frames", frames: [frame(6)] }).motion, true);
  assert.equal(send(loaded, { type: "frames", frames: frames(6, 9) }).motion, false);
  const back = send(loaded, { type: "seek", to: 2 });
  assert.equal(back.motion, false);
  assert.equal(send(back, { type: "step", by: 1 }).motion, true);
  assert.equal(send(back, { type: "step", by: -1 }).motion, false);
  assert.equal(send(back, { type: "seek", to: 3 }).motion, false);
  assert.equal(send(loaded, { type: "step", by: 1 }).motion, false);
});

test("news that moves nothing keeps the frame on show, without motion", () => {
  const state = send(start(head(), frames(1, 5)), { type: "step", by: -1 }, { type: "step", by: 1 });
  const later = send(state, { type: "watching", count: 3 });
  assert.equal(later.moved, state.moved);
  assert.equal(later.motion, false);
});

test("play runs to the end of a replay and stops; at the end it starts over", () => {
  let state = send(start(over(3), frames(1, 3)), { type: "play" });
  assert.equal(state.at, 1);
  assert.equal(state.playing, true);
  state = send(state, { type: "tick" });
  assert.deepEqual([state.at, state.playing, state.motion], [2, true, true]);
  state = send(state, { type: "tick" });
  assert.deepEqual([state.at, state.playing, isMoving(state)], [3, false, false]);
});

test("play that reaches the newest event of a running match goes live", () => {
  const state = send(start(head(), frames(1, 3)), { type: "seek", to: 2 }, { type: "play" }, { type: "tick" });
  assert.equal(isLive(state), true);
});

test("pause keeps the frame although more come", () => {
  const state = send(start(head(), frames(1, 3)), { type: "toggle" }, { type: "frames", frames: [frame(4)] });
  assert.equal(state.at, 3);
  assert.equal(last(state), 4);
  assert.equal(isMoving(state), false);
});

test("a link to a moment opens there and stays; nonsense is held inside the log", () => {
  assert.equal(start(head(), frames(1, 9), 4).at, 4);
  assert.equal(isLive(start(head(), frames(1, 9), 9)), false);
  assert.equal(start(over(9), frames(1, 9), 400).at, 9);
  assert.equal(start(over(9), frames(1, 9), 0).at, 1);
  assert.equal(send(start(over(9), frames(1, 9)), { type: "seek", to: Number.NaN }).at, 9);
});

test("an empty log shows nothing and breaks nothing", () => {
  const state = send(start(head({ status: "queued" }), []), { type: "step", by: -1 }, { type: "toggle" }, { type: "seek", to: 5 });
  assert.equal(shown(state), null);
  assert.equal(state.at, 0);
});

test("a speed that is not offered is refused, an unknown action is an error", () => {
  const state = start(head(), frames(1, 2));
  assert.equal(send(state, { type: "speed", speed: 4 }).speed, 4);
  assert.equal(send(state, { type: "speed", speed: 77 }).speed, 1);
  assert.throws(() => reduce(state, { type: "dance" }), /expected a known action/);
});

test("what several seats answered at once is one step, with what follows by itself; a longer gap is none", () => {
  const frame = (seq, asked) => ({ seq, at: "", kind: "say", event: {}, table: { to_act: Array.from({ length: asked }, (_, i) => i) } });
  const head = { episode: 1, game: "g", status: "running", last: 1, seats: [], order: [], config: {} };
  const before = start(head, [frame(1, 3)]);
  const batch = [frame(2, 2), frame(3, 1), frame(4, 0), frame(5, 3), frame(6, 3), frame(7, 3)];
  assert.equal(reduce(before, { type: "frames", frames: batch.slice(0, 2) }).motion, false);
  assert.equal(reduce(before, { type: "frames", frames: batch.slice(0, 3) }).motion, true);
  assert.equal(reduce(before, { type: "frames", frames: batch.slice(0, 5) }).motion, true);
  assert.equal(reduce(before, { type: "frames", frames: batch.slice(0, 6) }).motion, false);
  const turnwise = start(head, [frame(1, 1)]);
  assert.equal(reduce(turnwise, { type: "frames", frames: batch.slice(0, 2) }).motion, false);
});
