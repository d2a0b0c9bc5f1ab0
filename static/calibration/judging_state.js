// What a run of a judge is going to cost, in words. Pure.

/** @typedef {Record<string, {price: number, left: number}>} Prices dollars for one duel, duels left, by judge */

/**
 * Say what a run costs at most, and how many duels it will find.
 * @param {{judge: string, wanted: number}} choice @param {Prices} prices
 */
export function costText({ judge, wanted }, prices) {
  const known = prices[judge];
  if (!known || !Number.isInteger(wanted) || wanted < 1) return "";
  const n = Math.min(wanted, known.left);
  if (n === 0) return "It has answered every duel that there is.";
  const duels = `${n.toLocaleString("en")} duel${n === 1 ? "" : "s"}`;
  if (known.price === 0) return `Free: no model is asked. It will judge ${duels}.`;
  const dollars = n * known.price;
  return `About ${dollars < 0.01 ? "a cent or less" : `$${dollars.toFixed(2)}`} for ${duels}.`;
}
