// How many characters a prompt has, counted as the server counts them.

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * @typedef {{used: number, left: number, level: "ok" | "near" | "over"}} Count
 *
 * Count the characters (code points, not UTF-16 units) of a text as it will be stored: line ends
 * are one character, what cannot be seen is dropped, the ends are trimmed.
 * @param {string} text
 * @param {number} limit
 * @returns {Count}
 */
export function countOf(text, limit) {
  const kept = text.replace(/\r\n?/g, "\n").replace(CONTROL, "");
  const used = [...kept.replace(/^[^\S\ufeff]+|[^\S\ufeff]+$/g, "")].length;
  const left = limit - used;
  return { used, left, level: left < 0 ? "over" : left <= limit / 20 ? "near" : "ok" };
}

/**
 * Say a count in words for the line under the text.
 * @param {Count} count
 * @param {number} limit
 */
export function inWords(count, limit) {
  const figure = (/** @type {number} */ number) => number.toLocaleString("en-GB");
  const used = `${figure(count.used)} of ${figure(limit)} characters`;
  return count.level === "over" ? `${used}: ${figure(-count.left)} too many` : used;
}
