// A match that is over, in small: the stage of its game with the transport of the watch page, inside another page.

import { isMoving, last, reduce, shown, start } from "./state.js";
import { drawTransport, mountTransport } from "./transport.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {{ root: HTMLElement, send: (action: import("./state.js").Action) => void, pause: () => void }} Replay */

/**
 * Mount a replay into the parts `stage` and `transport` of `root`, at its first event.
 * @param {HTMLElement} root
 * @param {any} game its stage's module
 * @param {{ head: any, frames: any[] }} match
 * @param {{
 *   onPlay: () => void,
 *   onShow: (state: State, line: string | null, before: State | null) => void,
 * }} page `onPlay` is called when it begins to move by itself; `onShow` after each drawing, with the
 *   headline of the frame (null where nothing was played) and the state before (null at first)
 * @returns {Replay}
 */
export function mountReplay(root, game, { head, frames }, { onPlay, onShow }) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const stage = game.mount(part("stage"), head);
  const marks = frames.map((frame) => game.mark(frame, head));
  const transport = mountTransport(part("transport"), [], send);
  let state = start(head, frames, 1);
  let timer = 0;

  /** @param {import("./state.js").Action} action */
  function send(action) {
    const before = state;
    state = reduce(state, action);
    draw(before);
    if (isMoving(state) && !isMoving(before)) onPlay();
    clearTimeout(timer);
    const frame = shown(state);
    if (state.playing && frame) timer = window.setTimeout(() => send({ type: "tick" }), game.dwell(frame) / state.speed);
  }

  /** @param {State | null} before */
  function draw(before) {
    const frame = shown(state);
    game.draw(stage, frame, { motion: state.motion && !calm.matches, hands: true, speed: state.playing ? state.speed : 1, live: false });
    drawTransport(transport, {
      at: state.at, last: last(state), over: true, moving: isMoving(state), live: false,
      speed: state.speed, share: 1, marks, ahead: [],
    });
    onShow(state, frame ? game.headline(frame, head) : null, before);
  }

  draw(null);
  return { root, send, pause: () => { if (isMoving(state)) send({ type: "pause" }); } };
}
