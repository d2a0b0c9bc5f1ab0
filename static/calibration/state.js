// What a duel's page knows beside its two clips: pure, without a document or a clock.

import { keyAction } from "../league/watch/transport.js";

/** @typedef {"A" | "B"} Side */
/** @typedef {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, repeat?: boolean, target?: any }} Key */
/** @typedef {{ do: "pick", side: Side } | { do: "press", what: "skip" | "undo" | "next" } | { do: "clip", action: import("../league/watch/state.js").Action }} Deed */

/**
 * What a key does here, or null. A and B answer, S skips, U takes back, N goes on; arrows, Home, End
 * and the space bar move the clip in focus, and none of them ever answers. A key that is held down
 * counts once.
 * @param {Key} event
 * @returns {Deed | null}
 */
export function deed(event) {
  const playback = keyAction(event);
  if (playback) return playback.type === "live" ? null : { do: "clip", action: playback };
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return null;
  switch (event.key.toLowerCase()) {
    case "a": return { do: "pick", side: "A" };
    case "b": return { do: "pick", side: "B" };
    case "s": return { do: "press", what: "skip" };
    case "u": return { do: "press", what: "undo" };
    case "n": return { do: "press", what: "next" };
    default: return null;
  }
}

/** @param {any} target */
function isTyping(target) {
  const tag = String(target?.tagName ?? "").toLowerCase();
  return (tag === "input" && target.type !== "range") || ["textarea", "select"].includes(tag) || Boolean(target?.isContentEditable);
}

/** What was seen of a clip, in words. @param {{ at: number, last: number, most: number, rounds: number, playing: boolean }} view */
export function seenText({ at, last, most, rounds, playing }) {
  if (playing) return "watching";
  if (rounds > 1) return `watched ${rounds === 2 ? "twice" : `${rounds} times`}`;
  if (rounds === 1) return "watched once";
  return most > 1 || at > 1 ? `seen ${Math.max(most, at)} of ${last}` : "not watched yet";
}

/** A latch: only the first one gets through, so that one page sends one answer, however often it is clicked. */
export function latch() {
  let closed = false;
  return () => {
    if (closed) return false;
    closed = true;
    return true;
  };
}
