// One side of a comparison: the stage of its game with the transport of the watch page.

import { say } from "../league/dom.js";
import { isMoving, last, reduce, shown, start } from "../league/watch/state.js";
import { drawTransport, mountTransport } from "../league/watch/transport.js";

/** @typedef {import("../league/watch/state.js").Action} Action */
/** @typedef {{ pause: () => void }} Side */

/**
 * @param {HTMLElement} root @param {any} game @param {any} head @param {any[]} frames @param {() => void} onPlay
 * @returns {Side}
 */
export function mountSide(root, game, head, frames, onPlay) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const stage = game.mount(part("stage"), head);
  const marks = frames.map((frame) => game.mark(frame, head));
  const transport = mountTransport(part("transport"), [], send);
  let state = start(head, frames, 1);
  let timer = 0;

  /** @param {Action} action */
  function send(action) {
    const before = state;
    state = reduce(state, action);
    draw();
    if (isMoving(state) && !isMoving(before)) onPlay();
    clearTimeout(timer);
    const frame = shown(state);
    if (state.playing && frame) timer = window.setTimeout(() => send({ type: "tick" }), game.dwell(frame) / state.speed);
  }

  function draw() {
    const frame = shown(state);
    game.draw(stage, frame, { motion: state.motion && !calm.matches, hands: true, speed: state.playing ? state.speed : 1, live: false });
    drawTransport(transport, {
      at: state.at, last: last(state), over: true, moving: isMoving(state), live: false,
      speed: state.speed, share: 1, marks, ahead: [],
    });
    say(part("line"), frame ? game.headline(frame, head) : "Nothing was played.");
  }

  draw();
  return { pause: () => { if (isMoving(state)) send({ type: "pause" }); } };
}
