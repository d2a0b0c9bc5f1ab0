// A table of Liar's Dice as a miniature: true to the frame, and redrawn with each one.

import { s, seatClass, set, use } from "../../league/dom.js";
import { signed } from "../../league/words.js";
import { ensurePaints, outline } from "./felt.js";
import { aliasOf, bidText, foundText, isPoker, leaders } from "./story.js";

export { headline, progress, teaser } from "./story.js";

/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("../../league/watch/state.js").Head} Head */

/** Centres of the emblems and of the hands, in turn order, by the number of seats. */
const SPOTS = /** @type {Record<string, { cog: [number, number], hand: [number, number] }>} */ ({
  fl: { cog: [118, 92], hand: [262, 116] }, fr: { cog: [708, 92], hand: [564, 116] },
  nr: { cog: [740, 462], hand: [574, 434] }, nl: { cog: [86, 462], hand: [252, 434] },
  fc: { cog: [413, 66], hand: [413, 158] }, nc: { cog: [413, 500], hand: [413, 402] },
});
const PLACES = /** @type {Record<number, string[]>} */ ({
  2: ["fl", "nr"], 3: ["fl", "fr", "nc"], 4: ["fl", "fr", "nr", "nl"],
  5: ["fl", "fc", "fr", "nr", "nl"], 6: ["fl", "fc", "fr", "nr", "nc", "nl"],
});

/** @param {Head} head */
export function miniature(head) {
  ensurePaints();
  const [x, y] = [413, 276];
  const shape = (/** @type {number} */ a, /** @type {number} */ b, /** @type {Record<string, unknown>} */ look, dy = 0) => s("path", { d: outline(x, y + dy, a, b), ...look });
  return s("svg", { class: "mini", viewBox: "0 0 826 566", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" },
    shape(390, 254, { class: "fill-wood-2" }, 20), shape(390, 254, { fill: "url(#rail)" }),
    shape(375, 240, { class: "line-brass", fill: "none", "stroke-width": 2.5 }),
    shape(362, 228, { fill: "#000", "fill-opacity": ".5" }, -3), shape(360, 226, { fill: "url(#lamp)" }),
    s("ellipse", { cx: x, cy: y, rx: 226, ry: 104, fill: "#000", "fill-opacity": ".08", class: "line-felt", "stroke-width": 1.6 }),
    s("g", { class: "mini__live" }));
}

/** @param {SVGElement} svg @param {Head} head @param {Frame | null} frame */
export function drawMini(svg, head, frame) {
  const live = svg.querySelector(".mini__live");
  if (!live) return;
  const places = PLACES[head.order.length] ?? PLACES[6];
  set(live, ...head.order.flatMap((slot, i) => seat(head, slot, SPOTS[places[i] ?? "nc"], frame, head.order.length > 4)), ...middle(head, frame));
}

/** @param {Head} head @param {number} slot @param {{ cog: [number, number], hand: [number, number] }} spot @param {Frame | null} frame @param {boolean} crowd */
function seat(head, slot, spot, frame, crowd) {
  const table = frame?.table ?? null;
  const verdict = table?.phase === "revealed" ? table.verdict : null;
  const [cx, cy] = spot.cog;
  const r = crowd ? 54 : 64;
  const alias = aliasOf(head, slot);
  const won = verdict ? verdict.winner === slot : table?.phase === "over" && leaders(table.scores).includes(slot);
  const lost = verdict && !won && [verdict.bidder, verdict.challenger].includes(slot);
  const ring = table?.to_act.includes(slot) ? "ring--turn" : won ? "ring--good" : lost ? "ring--bad" : null;
  const points = table?.points[slot] ?? 0;
  const inward = cx < 413 ? 1 : cx > 413 ? -1 : 1;
  const [px, py] = [cx + inward * 46, cy + (cy < 276 ? 46 : -46)];
  return [
    table?.hands?.[slot]?.length && table.phase !== "over" ? hand(head, slot, spot.hand, table, crowd) : null,
    s("g", { class: seatClass(alias) }, s("circle", { cx, cy, r, class: "fill-felt-2" }),
      ring ? s("circle", { cx, cy, r: r + 4, fill: "none", "stroke-width": 8, class: `ring ${ring}` }) : null,
      s("svg", { x: cx - r + 10, y: cy - r + 10, width: 2 * r - 20, height: 2 * r - 20, viewBox: "0 0 48 48", class: "mcog" }, s("use", { href: `#cog-${alias.toLowerCase()}` }))),
    s("g", { class: "mini__pts" }, s("rect", { x: px - 27, y: py - 20, width: 54, height: 40, rx: 4, class: "fill-surface" }),
      s("text", { x: px, y: py + 9, "text-anchor": "middle", class: "mpts" }, signed(points))),
  ].filter((node) => node !== null);
}

/** Closed cups while the bidding runs; open hands once the call is made. @param {Head} head @param {number} slot @param {[number, number]} at @param {any} table @param {boolean} crowd */
function hand(head, slot, [x, y], table, crowd) {
  const face = table.phase === "revealed" ? table.verdict.face : null;
  const symbols = isPoker(head) ? table.hands[slot] : [...table.hands[slot]].sort((a, b) => b - a);
  const scale = crowd ? 0.78 : 1;
  const inward = x < 413 ? 24 : x > 413 ? -24 : 0; // rows are wider than cups
  const place = `translate(${x + inward} ${y}) scale(${0.88 * scale})`;
  if (isPoker(head)) {
    const width = 20 * symbols.length + 20;
    return s("g", { transform: place },
      s("rect", { x: -width / 2, y: -30, width, height: 60, class: "fill-ivory" }),
      s("rect", { x: -width / 2 + 5, y: -25, width: width - 10, height: 50, fill: "none", class: "line-brass-2", "stroke-width": 1.5 }),
      ...symbols.map((/** @type {number} */ one, /** @type {number} */ i) => {
        const left = -width / 2 + 20 + i * 20;
        return face === null
          ? s("rect", { x: left - 5, y: -8, width: 9, height: 16, rx: 1, class: "fill-leather", opacity: ".75" })
          : s("text", { x: left, y: 10, "text-anchor": "middle", class: one === face ? "mdigit is-hit" : "mdigit" }, String(one));
      }));
  }
  if (face === null) {
    return s("svg", { x: x - 62 * scale, y: y - 54 * scale, width: 124 * scale, height: 108 * scale, viewBox: "0 0 150 130" },
      s("ellipse", { cx: 75, cy: 112, rx: 66, ry: 15, fill: "#000", opacity: ".35" }),
      s("path", { d: "M36 16C36 9 52 5 75 5s39 4 39 11l17 92c0 9-25 15-56 15s-56-6-56-15z", fill: "url(#lth)" }),
      s("ellipse", { cx: 75, cy: 16, rx: 39, ry: 10.5, class: "fill-leather-3" }),
      s("path", { d: "M19 106c0 9 25 15.5 56 15.5s56-6.5 56-15.5", fill: "none", class: "line-brass", "stroke-width": 6 }));
  }
  const step = Math.min(36, 190 / symbols.length);
  return s("g", { transform: place }, ...symbols.map((/** @type {number} */ one, /** @type {number} */ i) => {
    const die = use(`d${one}`, one === face ? "" : "mini__miss");
    const left = (i - (symbols.length - 1) / 2) * step;
    for (const [name, value] of Object.entries({ x: left - 17, y: -18, width: 34, height: 37 })) die.setAttribute(name, String(value));
    return die;
  }));
}

/** @param {Head} head @param {Frame | null} frame */
function middle(head, frame) {
  const table = frame?.table ?? null;
  const text = (/** @type {string} */ words, /** @type {string} */ className, y = 300) => s("text", { x: 413, y, "text-anchor": "middle", class: className }, words);
  if (!table || table.deal === null) return [text(head.status === "queued" ? "waiting" : "seated", "mbid mbid--s")];
  if (table.phase === "over") return [text("final", "mbid")];
  if (table.phase === "revealed") {
    const held = table.verdict.winner === table.verdict.bidder;
    return [text(held ? "It held" : "Bluff called", "mbid mbid--s", 284), text(foundText(head, table.verdict), "mbid mbid--sub", 338)];
  }
  if (!table.standing) return [text(`Deal ${table.deal + 1}`, "mbid mbid--s")];
  const words = bidText(head, table.standing);
  const seat = seatClass(aliasOf(head, table.standing.seat));
  return [s("g", { class: seat }, text(words, words.length > 10 ? "mbid mbid--s" : "mbid"), s("path", { d: "M361 330h104", class: "line-seat", "stroke-width": 7, fill: "none" }))];
}
