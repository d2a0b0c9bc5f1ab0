// The line to the server, on a fake socket and a fake clock.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SILENCE, address, backoff, connect, filler, LONGEST_WAIT } from "../../static/league/watch/socket.js";

function bench() {
  const sockets = [];
  const timers = new Map();
  let next = 1;
  class FakeSocket {
    constructor(url) { this.url = url; this.sent = []; this.closed = false; sockets.push(this); }
    send(text) { this.sent.push(JSON.parse(text)); }
    close() { this.closed = true; this.onclose?.(); }
    hears(message) { this.onmessage({ data: JSON.stringify(message) }); }
  }
  return {
    sockets, timers,
    options: (more) => ({
      WebSocket: FakeSocket, random: () => 0.5,
      setTimeout: (run, ms) => { timers.set(next, { run, ms }); return next++; },
      clearTimeout: (id) => timers.delete(id),
      ...more,
    }),
    /** Let the timer of that length run. */
    pass(ms) {
      const found = [...timers].find(([, timer]) => timer.ms === ms);
      assert.ok(found, `expected a timer of ${ms} ms, got ${[...timers.values()].map((timer) => timer.ms)}`);
      timers.delete(found[0]);
      found[1].run();
    },
  };
}

test("after a drop the page reconnects with its last number", () => {
  const b = bench();
  let last = 7;
  const links = [];
  const got = [];
  connect(b.options({ url: () => `/ws?after=${last}`, onLink: (link) => links.push(link), onMessage: (message) => got.push(message.type) }));
  b.sockets[0].onopen();
  b.sockets[0].hears({ type: "frames", frames: [] });
  last = 12;
  b.sockets[0].onclose();
  b.pass(backoff(0, 0.5));
  b.sockets[1].onopen();
  assert.deepEqual(b.sockets.map((socket) => socket.url), ["/ws?after=7", "/ws?after=12"]);
  assert.deepEqual(links, ["live", "reconnecting", "live"]);
  assert.deepEqual(got, ["frames"]);
});

test("a page whose match is gone does not come back", () => {
  const b = bench();
  const links = [];
  const line = connect(b.options({ url: () => "/ws", onLink: (link) => links.push(link), onMessage() {} }));
  b.sockets[0].onopen();
  b.sockets[0].onclose({ code: 4404 });
  line.nudge();
  assert.equal(b.sockets.length, 1);
  assert.equal(b.timers.size, 0);
  assert.deepEqual(links, ["live", "off"]);
});

test("the wait doubles, is jittered and has an end", () => {
  assert.ok(backoff(0, 0) < backoff(0, 1));
  assert.ok(backoff(3, 0) >= backoff(2, 1));
  assert.equal(backoff(60, 1), LONGEST_WAIT);
});

test("a server that accepts and drops at once is not hammered", () => {
  const b = bench();
  connect(b.options({ url: () => "/", onLink: () => {}, onMessage: () => {} }));
  for (let i = 0; i < 4; i += 1) {
    b.sockets[i].onopen();
    b.sockets[i].onclose();
    b.pass(backoff(i, 0.5));
  }
  assert.equal(b.sockets.length, 5);
});

test("a heartbeat is answered and not passed on", () => {
  const b = bench();
  const got = [];
  connect(b.options({ url: () => "/", onLink: () => {}, onMessage: (message) => got.push(message) }));
  b.sockets[0].hears({ type: "ping" });
  assert.deepEqual(b.sockets[0].sent, [{ type: "pong" }]);
  assert.deepEqual(got, []);
});

test("a line that falls silent is dead, and what it says later is not heard", () => {
  const b = bench();
  const got = [];
  connect(b.options({ url: () => "/", onLink: () => {}, onMessage: (message) => got.push(message.type) }));
  b.pass(SILENCE);
  assert.equal(b.sockets[0].closed, true);
  b.pass(backoff(0, 0.5));
  b.sockets[0].hears({ type: "frames" });
  b.sockets[1].hears({ type: "head" });
  assert.deepEqual(got, ["head"]);
});

test("a closed line stays closed", () => {
  const b = bench();
  const links = [];
  const line = connect(b.options({ url: () => "/", onLink: (link) => links.push(link), onMessage: () => {} }));
  line.close();
  line.nudge();
  assert.equal(b.sockets.length, 1);
  assert.equal(b.timers.size, 0);
  assert.equal(links.at(-1), "off");
});

test("the network's return is tried at once", () => {
  const b = bench();
  const line = connect(b.options({ url: () => "/", onLink: () => {}, onMessage: () => {} }));
  b.sockets[0].onclose();
  line.nudge();
  assert.equal(b.sockets.length, 2);
  line.nudge();
  assert.equal(b.sockets.length, 2);
});

test("a gap is fetched once at a time, and a failure is only a failure", async () => {
  const asked = [];
  const got = [];
  let after = 3;
  const fill = filler({
    url: (n) => `/frames/?after=${n}`, after: () => after,
    onFrames: (frames) => { got.push(...frames); after += frames.length; },
    fetch: async (url) => { asked.push(url); return { ok: after < 5, json: async () => ({ frames: [1, 2] }) }; },
  });
  const [first, second] = await Promise.all([fill(), fill()]);
  assert.deepEqual([first, second], [true, false]);
  assert.equal(await fill(), false);
  assert.deepEqual(asked, ["/frames/?after=3", "/frames/?after=5"]);
  assert.deepEqual(got, [1, 2]);
  const broken = filler({ url: () => "/", after: () => 0, onFrames: () => {}, fetch: async () => { throw new Error("down"); } });
  assert.equal(await broken(), false);
});

test("the socket's address follows the page's scheme", () => {
  assert.equal(address("/ws/x/", { protocol: "https:", host: "a.example" }), "wss://a.example/ws/x/");
  assert.equal(address("/ws/x/", { protocol: "http:", host: "b:1" }), "ws://b:1/ws/x/");
});
