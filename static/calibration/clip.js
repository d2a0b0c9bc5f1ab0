// One clip of a duel: the stage of its game and the transport of the watch page, in small.

import { h, say, set } from "../league/dom.js";
import { isMoving, last, reduce, shown, start } from "../league/watch/state.js";
import { drawTransport, mountTransport } from "../league/watch/transport.js";
import { seenText } from "./state.js";

/** @typedef {import("../league/watch/state.js").Action} Action */
/** @typedef {{ root: HTMLElement, send: (action: Action) => void, pause: () => void }} Clip */

/**
 * @param {HTMLElement} root @param {any} game @param {{ head: any, frames: any[] }} replay @param {() => void} onMove
 * @returns {Clip}
 */
export function mountClip(root, game, replay, onMove) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  const { head, frames } = replay;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const stage = game.mount(part("stage"), head);
  const marks = frames.map((frame) => game.mark(frame, head));
  const transport = mountTransport(part("transport"), [], send);
  const now = h("p.clip__now");
  part("transport").append(now);
  const seen = part("seen");
  const heard = part("announce");
  let state = start(head, frames, 1);
  let timer = 0;
  let most = 1;
  let rounds = 0;

  /** @param {Action} action */
  function send(action) {
    const before = state;
    state = reduce(state, action);
    most = Math.max(most, state.at);
    if (state.at === last(state) && before.at !== state.at && most === last(state)) rounds += 1;
    draw();
    if (isMoving(state) && !isMoving(before)) onMove();
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
    const line = frame ? game.headline(frame, head) : "Nothing was played";
    set(now, h("span.sr-only", null, "On show: "), line);
    say(seen, `${frames.length} events, ${seenText({ at: state.at, last: last(state), most, rounds, playing: state.playing })}`);
    if (state.motion) say(heard, frame?.event?.say ? `${line}. Says: ${frame.event.say}` : line);
  }

  draw();
  return { root, send, pause: () => { if (isMoving(state)) send({ type: "pause" }); } };
}
