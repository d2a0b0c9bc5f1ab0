// Numbers and times as people read them.

/** A signed count with a true minus. @param {number} n */
export function signed(n) {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}

/** A score with three digits and a true minus. @param {number} score */
export const scoreText = (score) => score.toFixed(3).replace("-", "−").replace(/^−(0\.0+)$/, "$1");

/** A share as whole per cent; never 0 or 100 unless it is. @param {number} p */
export function percent(p) {
  if (p > 0 && p < 0.005) return "<1 %";
  if (p < 1 && p > 0.995) return ">99 %";
  return `${Math.round(p * 100)} %`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A small whole number in words. @param {number} n */
export function inWords(n) {
  return NUMBERS[n] ?? String(n);
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a, b and c`. @param {readonly string[]} names */
export function list(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** Who sits at a table: a policy that holds several seats is named once. @param {readonly string[]} names in turn order */
export function roster(names) {
  return list([...new Set(names)].map((name) => {
    const seats = names.filter((one) => one === name).length;
    return seats > 1 ? `${name} × ${seats}` : name;
  }));
}

/** More seats than this are counted, as the server does. */
const NAMED = 5;

/** Whom the first of some ranked seats is level with, and whom it is ahead of.
 * @param {readonly { policy: string, score: number | null }[]} seats */
export function placing([best, ...rest]) {
  const named = (/** @type {readonly { policy: string }[]} */ some) =>
    some.length > NAMED ? `${inWords(some.length)} others` : roster(some.map((seat) => seat.policy));
  const level = rest.filter((seat) => seat.score === best.score);
  const behind = rest.slice(level.length);
  return [level.length ? `level with ${named(level)}` : "", behind.length ? `ahead of ${named(behind)}` : ""].filter(Boolean).join(", ");
}

/** How long ago, in words. @param {string} iso @param {number} now milliseconds */
export function ago(iso, now) {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (seconds < 45) return "just now";
  for (const [size, unit, next] of /** @type {[number, string, number][]} */ ([
    [60, "minute", 3600], [3600, "hour", 86400], [86400, "day", Infinity],
  ])) {
    if (seconds < next * 0.97 || next === Infinity) {
      const n = Math.max(1, Math.round(seconds / size));
      return `${n} ${unit}${n === 1 ? "" : "s"} ago`;
    }
  }
  return "";
}

/** The same moment exactly. @param {string} iso */
export function utc(iso) {
  return `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** Minutes and seconds. @param {number} ms */
export function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
