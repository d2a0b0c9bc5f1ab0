// What the pages about trials decide: when to ask again, what to say, what a trial costs. Pure.

export const ASK_MS = 1_500;
/** While nothing changes, the wait grows up to this. */
export const CALM_MS = 6_000;
export const LONGEST_MS = 30_000;

/** @typedef {{ state: string, failures: number, quiet: number, hidden: boolean }} Polling */

/** Whether a trial in this state can still change by itself. @param {string} state */
export const isLive = (state) => state === "queued" || state === "running";

/**
 * Milliseconds until the page asks again; null when there is nothing to wait for: the trial is over,
 * or nobody looks.
 * @param {Polling} polling
 */
export function nextAsk({ state, failures, quiet, hidden }) {
  if (!isLive(state) || hidden) return null;
  if (failures > 0) return Math.min(LONGEST_MS, ASK_MS * 2 ** failures);
  return Math.min(CALM_MS, ASK_MS + 250 * quiet);
}

/**
 * What an answer does to the polling.
 * @param {Polling} polling @param {{ status: number, state?: string }} answer a status of 0: no answer
 * @returns {Polling}
 */
export function after(polling, answer) {
  if (answer.status === 304) return { ...polling, failures: 0, quiet: polling.quiet + 1 };
  if (answer.status === 200 && answer.state) return { ...polling, state: answer.state, failures: 0, quiet: 0 };
  return { ...polling, failures: polling.failures + 1 };
}

/** @typedef {{ play: number, judges: Record<string, number> }} Prices dollars: two matches, one call */

/**
 * Dollars that a trial costs at most: every comparison played, and judged once or twice.
 * @param {{ judge: string, path: string, comparisons: number }} choice @param {Prices} prices
 */
export function costOf({ judge, path, comparisons }, prices) {
  if (!Number.isFinite(comparisons) || comparisons <= 0) return null;
  const calls = path === "both_orders" ? 2 : 1.1;
  return comparisons * (prices.play + calls * (prices.judges[judge] ?? 0));
}

/** @param {number | null} cost @param {number} comparisons */
export function costText(cost, comparisons) {
  if (cost === null) return "";
  if (cost === 0) return "Free: no model is asked.";
  const most = cost < 0.01 ? "under $0.01" : `about $${cost.toFixed(2)}`;
  return `At most ${most} for ${comparisons.toLocaleString("en")} comparisons; it stops sooner once the evidence is in.`;
}
