// What a page of a ladder decides, without touching the page.

/** Milliseconds between two fetches while matches keep ending. */
export const PAUSE = 2_000;

/**
 * Plan how a list of keyed rows becomes another one: `old` rows that stay are reused.
 * @param {readonly string[]} before keys that are shown
 * @param {readonly string[]} after keys to show, in order
 * @returns {{gone: string[], stay: string[], fresh: string[]}}
 */
export function plan(before, after) {
  const shown = new Set(before);
  const wanted = new Set(after);
  return {
    gone: before.filter((key) => !wanted.has(key)),
    stay: after.filter((key) => shown.has(key)),
    fresh: after.filter((key) => !shown.has(key)),
  };
}

/**
 * Return how long to wait before the next fetch, so that bursts cost one fetch each pause.
 * @param {number} now
 * @param {number} last when the last fetch began, 0 before the first
 */
export function wait(now, last) {
  return Math.max(0, last + PAUSE - now);
}

/**
 * Return how long to wait before reconnecting: doubled each time up to half a minute, and spread
 * over its upper half, so that pages do not come back all at once.
 * @param {number} attempt 0 for the first
 * @param {number} chance in [0, 1)
 */
export function backoff(attempt, chance) {
  const longest = Math.min(30_000, 1_000 * 2 ** attempt);
  return longest / 2 + (longest / 2) * chance;
}

/**
 * Return the address of the page with a form's fields; empty ones are left out.
 * @param {string} path
 * @param {Iterable<[string, string]>} fields
 */
export function address(path, fields) {
  const query = new URLSearchParams();
  for (const [name, value] of fields) if (value !== "") query.set(name, value);
  return `${path}?${query}`;
}
