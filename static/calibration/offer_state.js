// When the offer beside a match is asked for again by itself: pure.

/** @typedef {{ shown: string, isOver: boolean, last: number }} PickState */

const OVER = ["finished", "failed", "void"];

/** @param {string | undefined} shown @param {string | undefined} status @param {number} last @returns {PickState} */
export const pickState = (shown, status, last) => ({ shown: shown ?? "", isOver: OVER.includes(status ?? ""), last });

/**
 * Should the page ask again without being pressed? When it waits and there is a newer event, and
 * when it still asks but the match is over; when it is closed but the failed match goes on after
 * all. An answer stays on the page.
 * @param {PickState} state @param {number} asked the newest event when it last asked; Infinity: it has asked after the end
 */
export function wants({ shown, isOver, last }, asked) {
  if (isOver) return (shown === "ask" || shown === "wait") && asked !== Infinity;
  if (shown === "over") return asked === Infinity || last > asked;
  return shown === "wait" && last > asked;
}
