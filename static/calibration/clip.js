// One clip of a duel: a replay that says how much of it was seen.

import { h, say, set } from "../league/dom.js";
import { mountReplay } from "../league/watch/replay.js";
import { last, shown } from "../league/watch/state.js";
import { seenText } from "./state.js";

/** @typedef {import("../league/watch/replay.js").Replay} Clip */

/**
 * @param {HTMLElement} root @param {any} game @param {{ head: any, frames: any[] }} replay @param {() => void} onMove
 * @returns {Clip}
 */
export function mountClip(root, game, replay, onMove) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-part="${name}"]`));
  const now = h("p.clip__now");
  const seen = part("seen");
  const heard = part("announce");
  let most = 1;
  let rounds = 0;

  const clip = mountReplay(root, game, replay, {
    onPlay: onMove,
    onShow(state, found, before) {
      const line = found ?? "Nothing was played";
      const end = last(state);
      most = Math.max(most, state.at);
      if (before && state.at === end && before.at !== end && most === end) rounds += 1;
      set(now, h("span.sr-only", null, "On show: "), line);
      say(seen, `${end} events, ${seenText({ at: state.at, last: end, most, rounds, playing: state.playing })}`);
      if (state.motion) {
        const said = shown(state)?.event?.say;
        say(heard, said ? `${line}. Says: ${said}` : line);
      }
    },
  });
  part("transport").append(now);
  return clip;
}
