// A table of Rumor as a miniature: true to the frame, and redrawn with each one.

import { s, seatClass, set } from "../../league/dom.js";
import { lean, signOf, toneOf, wordOf } from "./answers.js";
import { pathOf } from "./curves.js";
import { layOut } from "./layout.js";
import { ensurePaints, sign } from "./paints.js";
import { buildPulses, placeAt, restingPlace } from "./pulses.js";
import { aliasOf, beliefOf, lies, roomMean } from "./table.js";

export { headline, progress, teaser } from "./story.js";

/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("../../league/watch/state.js").Head} Head */

/** @param {Head} head */
export function miniature(head) {
  ensurePaints();
  return s("svg", { class: "mini rm-mini", viewBox: "90 26 660 566", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" }, s("g", { class: "mini__live" }));
}

/** @param {SVGElement} svg @param {Head} head @param {Frame | null} frame */
export function drawMini(svg, head, frame) {
  const live = svg.querySelector(".mini__live");
  if (!live) return;
  const table = frame?.table ?? null;
  const layout = layOut({ size: head.order.length, edges: table?.edges ?? [], topology: table?.topology ?? "", wide: true });
  const pulses = buildPulses(layout, table);
  placeAt(pulses, restingPlace(table));
  const told = table?.tally ? lies(table) : null;
  set(live,
    ...layout.links.map(({ a, b, curve }) => s("path", { d: pathOf(curve), class: told && (told[a] || told[b]) ? `rm-mini__lie is-${table.tally.truth === "a" ? "b" : "a"}` : "rm-mini__link" })),
    ...pulses.map((pulse) => pulse.node),
    ...layout.nodes.map((node) => seat(head, node, table)), ...middle(layout, table));
}

/** @param {Head} head @param {import("./layout.js").Node} node @param {any} table */
function seat(head, { slot, x, y }, table) {
  const alias = aliasOf(head, slot);
  const r = 38;
  const belief = table ? beliefOf(table, slot) : null;
  const tally = table?.tally ?? null;
  const side = tally ? tally.votes[slot] : belief === null ? table?.clues?.[slot] ?? null : lean(belief).side;
  return s("g", { class: seatClass(alias) }, s("circle", { class: "rm-mini__dark", cx: x, cy: y, r: r + 3 }),
    side ? s("circle", { class: `rm-mini__ring ${toneOf(side)}`, cx: x, cy: y, r: r + 7 }) : null,
    s("svg", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, viewBox: "0 0 48 48", class: "rm-emblem" }, s("use", { href: seatClass(alias) ? `#cog-${alias.toLowerCase()}` : "#mark" })),
    tally?.roles[slot] === "saboteur" ? s("g", { class: "rm-mask" }, s("use", { href: "#rm-mask", x: x - 36, y: y - 22, width: 72, height: 40 })) : null,
    table?.sealed?.[slot] && !tally ? s("use", { href: "#rm-envelope", x: x + 4, y: y + 10, width: 48, height: 34 }) : null);
}

/** What the room believes, or the truth. @param {import("./layout.js").Layout} layout @param {any} table */
function middle({ bubble }, table) {
  const { x, y } = bubble ?? { x: 420, y: 300 };
  const text = (/** @type {string} */ words, /** @type {number} */ at, /** @type {string} */ name) => s("text", { class: name, x, y: at, "text-anchor": "middle" }, words);
  if (!table?.question) return [text("seated", y + 14, "rm-mini__word")];
  const mean = roomMean(table);
  const side = table.tally ? table.tally.truth : lean(mean ?? 50).side;
  const word = table.tally ? wordOf(table.question, side) : mean === null ? "clues" : side ? wordOf(table.question, side) : "even";
  return [s("g", { class: "rm-mini__middle" }, side ? sign(signOf(side), x, y - 52, 46, `rm-mini__sign ${toneOf(side)}`) : null, text(word, y + 18, word.length > 7 ? "rm-mini__word rm-mini__word--long" : "rm-mini__word"),
    text(table.tally ? `${table.tally.correct} of ${table.tally.honest} right` : table.phase === "voting" ? "the ballot" : mean === null ? "are dealt" : `${lean(mean).share} % of the room’s belief`.replace(" of the room’s belief", " on average"), y + 62, "rm-mini__sub"))];
}
