// What did a message do? Shown after the end only, never scored.

/** @param {HTMLElement} root @param {import("../../league/watch/state.js").Head} head @param {import("../../league/watch/state.js").Frame | null} frame */
export function drawAftermath(root, head, frame) {
  root.hidden = true;
}
