// The belief tide: ten lines from clue to ballot, and the room's mean as a filled shore.

import { h, s, seatClass, set } from "../../league/dom.js";
import { list } from "../../league/words.js";
import { lean, leanText, toneOf, wordOf } from "./answers.js";
import { sign } from "./paints.js";
import { aliasOf, crossedOver, roomMean, tideOf } from "./table.js";

/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {import("../../league/watch/state.js").Frame} Frame */

const SIZES = {
  wide: { width: 840, height: 290, left: 46, right: 664, top: 14, foot: 254, row: 19, cog: 18 },
  narrow: { width: 344, height: 330, left: 30, right: 214, top: 14, foot: 296, row: 24, cog: 18 },
};

/** What the tide shows, as a title. @param {any} table @param {Head} head */
export function tideTitle(table, head) {
  const moved = crossedOver(table).map((slot) => aliasOf(head, slot));
  if (!table.beliefs.length) return "Belief tide: nobody has said a word yet";
  if (moved.length > 3) return `Belief tide: ${moved.length} cogs have changed sides`;
  if (moved.length) return `Belief tide: ${list(moved)} ${moved.length === 1 ? "has" : "have"} changed sides`;
  const mean = roomMean(table);
  const { side } = lean(mean ?? 50);
  return side ? `Belief tide: the room leans ${wordOf(table.question, side)}` : "Belief tide: the room is even";
}

/** Places of the labels at the ends: in order, none over another. @param {{ slot: number, y: number }[]} ends @param {number} row @param {number} top @param {number} foot */
export function spread(ends, row, top, foot) {
  const sorted = [...ends].sort((a, b) => a.y - b.y || a.slot - b.slot);
  const placed = sorted.map(({ slot, y }) => ({ slot, y }));
  for (let i = 1; i < placed.length; i += 1) placed[i].y = Math.max(placed[i].y, placed[i - 1].y + row);
  const over = placed.length ? placed[placed.length - 1].y - foot : 0;
  if (over > 0) placed[placed.length - 1].y = foot;
  for (let i = placed.length - 2; i >= 0; i -= 1) placed[i].y = Math.min(placed[i].y, placed[i + 1].y - row);
  return new Map(placed.map(({ slot, y }) => [slot, Math.max(top, y)]));
}

/** @param {HTMLElement} root @param {Head} head @param {Frame | null} frame */
export function drawTide(root, head, frame) {
  const table = frame?.table ?? null;
  if (!table?.question) {
    set(root, h("div.headrule", null, h("h2", { id: "tide-title" }, "Belief tide")), h("p.muted", null, "It rises when the first round is over."));
    return;
  }
  const mean = roomMean(table);
  set(root,
    h("div.headrule", null, h("h2", { id: "tide-title" }, tideTitle(table, head)),
      h("p.small.muted", null, table.tally ? "Dashed: the saboteurs, who knew better" : mean === null ? "" : `Filled: the room’s mean, ${leanText(table.question, mean)}`)),
    h("div.rm-tide__art", null, chart(head, table, "wide"), chart(head, table, "narrow")),
    h("p.rm-tide__hid.muted", null, "Hidden, so that you can guess along. Show minds to see it."));
}

/** @param {Head} head @param {any} table @param {"wide" | "narrow"} size */
function chart(head, table, size) {
  const { width, height, left, right, top, foot, row, cog } = SIZES[size];
  const columns = tideOf(table);
  const x = (/** @type {number} */ i) => left + (i / (columns.length - 1)) * (right - left);
  const y = (/** @type {number} */ belief) => top + ((100 - belief) / 100) * (foot - top);
  const reached = columns.findLastIndex((column) => column.values.some((value) => value !== null));
  const middle = y(50);
  const shore = (/** @type {string} */ side, /** @type {number} */ from) => s("rect", { class: `rm-shore is-${side}`, x: left, y: from, width: right - left, height: (foot - top) / 2 });
  const names = (/** @type {"a" | "b"} */ side, /** @type {number} */ at) => s("g", { class: `rm-shore__name is-${side}` }, sign(side === "a" ? "rm-disc" : "rm-diamond", left + 16, at, 13, ""), s("text", { x: left + 28, y: at + 5 }, wordOf(table.question, side)));
  const slots = head.order;
  const points = (/** @type {number} */ slot) => columns.slice(0, reached + 1).flatMap(({ values }, i) => (values[slot] === null ? [] : [[x(i), y(/** @type {number} */ (values[slot]))]]));
  const settled = settledOf(columns); // what is said in an open round moves a line's end, not its name
  const ends = slots.map((slot) => ({ slot, y: y(settled[slot] ?? 50) }));
  const labels = spread(ends, row, top + 2, foot - 4);
  const labelX = x(reached) + 24;
  const means = columns.slice(0, reached + 1).map(({ values }) => {
    const known = values.filter((value) => value !== null);
    return known.length ? known.reduce((sum, one) => sum + /** @type {number} */ (one), 0) / known.length : null;
  });
  const last = columns[reached];
  const spoken = slots.map((slot) => `${aliasOf(head, slot)} ${leanText(table.question, last.values[slot] ?? 50)}`).join(", ");
  return s("svg", { class: `rm-tide rm-tide--${size}`, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Beliefs by seat at ${last.name}: ${spoken}` },
    shore("a", top), shore("b", middle),
    ...[75, 25].flatMap((at) => [s("path", { class: "rm-grid", d: `M${left} ${y(at)}H${right}` }), s("text", { class: "rm-tick num", x: left - 6, y: y(at) + 4.5, "text-anchor": "end" }, "75")]),
    s("text", { class: "rm-tick num", x: left - 6, y: middle + 4.5, "text-anchor": "end" }, "50"),
    s("path", { class: "rm-half", d: `M${left} ${middle}H${right}` }),
    ...columns.flatMap(({ name }, i) => [
      s("path", { class: `rm-col${i === reached ? " now" : i > reached ? " future" : ""}`, d: `M${x(i)} ${top}V${foot}` }),
      s("text", { class: `rm-colname${i === reached ? " now" : i > reached ? " future" : ""}`, x: x(i), y: foot + 20, "text-anchor": "middle" }, size === "narrow" ? name.replace("talk ", "").replace("ballot", "vote") : name)]),
    ...meanShores(means, x, y, middle),
    names("a", top + 14), names("b", foot - 14),
    ...slots.map((slot) => s("path", { class: `rm-thread ${seatClass(aliasOf(head, slot))}${table.tally?.roles[slot] === "saboteur" ? " is-saboteur" : ""}`, "data-slot": slot, d: `M${points(slot).map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L")}` })),
    ...slots.map((slot) => label(head, table, slot, { at: points(slot).at(-1) ?? [left, middle], x: labelX, y: labels.get(slot) ?? middle, cog, value: last.values[slot] ?? beforeOf(columns, reached, slot), far: size === "wide" ? 142 : 116 })));
}

/** The newest column that every seat has spoken in: it decides where the names stand. @param {{ values: (number | null)[] }[]} columns @returns {(number | null)[]} */
export const settledOf = (columns) => columns.findLast(({ values }) => values.every((value) => value !== null))?.values ?? columns[0].values;

/** @param {{ values: (number | null)[] }[]} columns @param {number} reached @param {number} slot */
const beforeOf = (columns, reached, slot) => columns[Math.max(0, reached - 1)].values[slot];

/** The mean's area, split where it crosses even, each part in its answer's colour. @param {(number | null)[]} means @param {(i: number) => number} x @param {(belief: number) => number} y @param {number} middle */
function meanShores(means, x, y, middle) {
  const parts = [];
  for (let i = 1; i < means.length; i += 1) {
    const [from, to] = [means[i - 1], means[i]];
    if (from === null || to === null) continue;
    const cut = (from - 50) * (to - 50) < 0 ? (50 - from) / (to - from) : null;
    const middleX = cut === null ? null : x(i - 1) + cut * (x(i) - x(i - 1));
    const area = (/** @type {number} */ belief, /** @type {string} */ d) => s("path", { class: `rm-mean ${toneOf(lean(belief).side)}`, d });
    if (middleX === null) parts.push(area(from === 50 ? to : from, `M${x(i - 1)} ${y(from)}L${x(i)} ${y(to)}V${middle}H${x(i - 1)}Z`));
    else parts.push(area(from, `M${x(i - 1)} ${y(from)}L${middleX} ${middle}H${x(i - 1)}Z`), area(to, `M${middleX} ${middle}L${x(i)} ${y(to)}V${middle}Z`));
  }
  return parts;
}

/** A line's end: a dot, a leader and the seat with its figure. @param {Head} head @param {any} table @param {number} slot @param {{ at: number[], x: number, y: number, cog: number, value: number | null, far: number }} place */
function label(head, table, slot, { at, x, y, cog, value, far }) {
  const alias = aliasOf(head, slot);
  const { share } = lean(value ?? 50);
  return s("g", { class: `rm-end ${seatClass(alias)}`, "data-slot": slot },
    s("path", { class: "rm-leader", d: `M${at[0] + 5} ${at[1]}L${x - 4} ${y}` }), s("circle", { class: "rm-dot", cx: at[0], cy: at[1], r: 3.6 }),
    s("svg", { x, y: y - cog / 2, width: cog, height: cog, viewBox: "0 0 48 48" }, s("use", { href: seatClass(alias) ? `#cog-${alias.toLowerCase()}` : "#mark" })),
    s("text", { x: x + cog + 6, y: y + 5 }, alias), s("text", { x: x + far, y: y + 5, "text-anchor": "end" }, s("tspan", { class: "num" }, String(share)), " %"));
}
