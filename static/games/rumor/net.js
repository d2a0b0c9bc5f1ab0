// The felt with its graph, drawn for one width: links in chalk, seats, what travels and what the tally shows.

import { put, s, set } from "../../league/dom.js";
import { pathOf, reversed } from "./curves.js";
import { layOut } from "./layout.js";
import { sign } from "./paints.js";
import { buildPulses, placeAt, restingPlace } from "./pulses.js";
import { buildSeat, drawSeat } from "./seats.js";
import { counted, signOf, toneOf, wordOf } from "./answers.js";
import { aliasOf, lies, spokenRound } from "./table.js";

/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{ head: Head, layout: Layout, key: string, felt: SVGElement, live: SVGElement, seats: Map<number, SVGElement>, pulses: import("./pulses.js").Pulse[], links: SVGElement[] }} Net */

/** @typedef {"wide" | "mid" | "narrow"} Size how much room there is: `mid` is the wide drawing in a smaller place */

/** What a net depends on: it is built anew when this changes. @param {any} table @param {Size} size */
export const keyOf = (table, size) => `${size}:${table?.topology ?? ""}:${JSON.stringify(table?.edges ?? [])}`;

/** @param {Head} head @param {any} table @param {Size} size @returns {Net} */
export function buildNet(head, table, size) {
  const wide = size !== "narrow";
  const layout = layOut({ size: head.order.length, edges: table?.edges ?? [], topology: table?.topology ?? "", wide, terse: size !== "wide" });
  const { width, height, note } = layout;
  const box = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMidYMin meet" };
  const links = layout.links.map(({ a, b, curve, isBridge }) => s("path", { class: isBridge ? "rm-link rm-link--bridge" : "rm-link", d: pathOf(curve), "data-a": a, "data-b": b }));
  const felt = s("svg", { ...box, class: "rm-felt", "aria-hidden": "true" },
    s("rect", { width: "100%", height: "100%", fill: "url(#rm-lamp)" }), s("rect", { class: "rm-nap", width: "100%", height: "100%", filter: "url(#rm-nap)" }),
    s("g", { filter: "url(#rm-chalk)" }, ...links),
    s("g", { filter: "url(#rm-chalk-text)" },
      note ? s("text", { class: "rm-note", x: note.x, y: note.y + (wide ? 6 : 4), "text-anchor": "middle" }, wide ? "the only bridge" : "bridge") : null,
      s("g", { class: "rm-mark" })));
  const seats = new Map(layout.nodes.map((node) => [node.slot, buildSeat(head, layout, node)]));
  const live = s("svg", { ...box, class: "rm-live", role: "group", "aria-label": "The seats" },
    s("g", { class: "rm-lies", "aria-hidden": "true" }), s("g", { class: "rm-pulses", "aria-hidden": "true" }), ...seats.values(), s("g", { class: "rm-stampbox" }));
  return { head, layout, key: keyOf(table, size), felt, live, seats, pulses: [], links };
}

/** @param {Net} net @param {Frame | null} frame @param {{ hands: boolean }} look */
export function drawNet(net, frame, look) {
  const { head, layout, felt, live } = net;
  const table = frame?.table ?? null;
  for (const drawing of [felt, live]) drawing.setAttribute("viewBox", `0 0 ${layout.width} ${table?.tally ? layout.opened : layout.height}`);
  head.order.forEach((slot, rank) => drawSeat(/** @type {SVGElement} */ (net.seats.get(slot)), head, layout, layout.nodes[slot], { table, event: frame?.event, shown: look.hands, rank }));
  net.pulses = buildPulses(layout, table);
  placeAt(net.pulses, restingPlace(table));
  const isOld = spokenRound(table) !== table?.round || table?.phase === "voting";
  live.classList.toggle("is-resting", Boolean(isOld));
  set(one(live, ".rm-pulses"), ...net.pulses.map((pulse) => pulse.node));
  set(one(live, ".rm-lies"), ...(table?.tally ? lieBands(net, table) : []));
  set(one(live, ".rm-stampbox"), ...(table?.tally ? [stamp(layout, table)] : []));
  drawMark(net, frame);
}

/** Write the round on the felt; alone while the last round's messages still travel. @param {Net} net @param {Frame | null} frame */
export function drawMark({ felt, layout }, frame) {
  set(one(felt, ".rm-mark"), ...roundMark(layout, frame?.table ?? null));
}

/** @param {Element} root @param {string} selector */
const one = (root, selector) => /** @type {SVGElement} */ (root.querySelector(selector));

/** The round in chalk. @param {Layout} layout @param {any} table */
function roundMark({ mark, wide }, table) {
  if (!table || table.tally) return [];
  const [small, big, rest] = table.phase === "voting" ? ["the", "ballot", ""] : table.round ? ["talk round", String(table.round), ` of ${table.rounds}`] : ["the", "clues", ""];
  const word = (/** @type {string} */ name, /** @type {number} */ y, /** @type {string} */ text, /** @type {string} */ more = "") =>
    s("text", { class: name, x: mark.x, y, "text-anchor": mark.corner && wide ? "start" : "middle" }, text, more ? s("tspan", { class: "rm-of", dx: 6 }, more) : null);
  if (mark.corner) return [word("rm-chalk-s rm-chalk-s--line", mark.y, `${small} ${big}${rest}`)];
  return [word("rm-chalk-s", mark.y, small), word(rest ? "rm-chalk-b" : "rm-chalk-b rm-chalk-b--word", mark.y + (rest ? 66 : 46), big, rest)];
}

/** A band along every link on which a saboteur claimed what is false. @param {Net} net @param {any} table */
function lieBands({ head, layout }, table) {
  const told = lies(table);
  const side = table.tally.truth === "a" ? "b" : "a";
  return layout.links.flatMap(({ a, b, curve }) => [[a, b, curve], [b, a, reversed(curve)]].flatMap((way) => {
    const [from, to, path] = /** @type {[number, number, import("./curves.js").Curve]} */ (way);
    if (!told[from]) return [];
    const { width, head: tip } = layout.wide ? { width: 5.5, head: 11 } : { width: 3.4, head: 7 };
    return [s("g", { class: `rm-lie ${toneOf(side)}` }, s("title", null, `${aliasOf(head, from)} told ${aliasOf(head, to)} ${wordOf(table.question, side)} in ${counted(told[from], "round")}`),
      s("path", { d: band(path, width, tip), fill: `url(#rm-hatch${side === "b" ? "-b" : ""})` }))];
  }));
}

/** An arrow with parallel sides along a curve. @param {import("./curves.js").Curve} curve @param {number} half @param {number} tip */
function band({ from, by, to }, half, tip) {
  const cut = 1 - Math.min(0.5, (tip * 1.3) / Math.max(1, Math.hypot(to.x - from.x, to.y - from.y)));
  /** @type {string[]} */ const left = [];
  /** @type {string[]} */ const right = [];
  for (let i = 0; i <= 12; i += 1) {
    const t = (i / 12) * cut;
    const x = (1 - t) ** 2 * from.x + 2 * t * (1 - t) * by.x + t * t * to.x;
    const y = (1 - t) ** 2 * from.y + 2 * t * (1 - t) * by.y + t * t * to.y;
    const [dx, dy] = [(1 - t) * (by.x - from.x) + t * (to.x - by.x), (1 - t) * (by.y - from.y) + t * (to.y - by.y)];
    const length = Math.hypot(dx, dy) || 1;
    const side = (/** @type {number} */ k) => `${(x - (dy / length) * k).toFixed(1)} ${(y + (dx / length) * k).toFixed(1)}`;
    left.push(side(-half));
    right.unshift(side(half));
    if (i === 12) { left.push(side(-tip)); right.unshift(side(tip)); }
  }
  return `M${left.join("L")}L${to.x.toFixed(1)} ${to.y.toFixed(1)}L${right.join("L")}Z`;
}

/** @param {Layout} layout @param {any} table */
function stamp({ stamp: { x, y, scale, turn } }, table) {
  const { truth } = table.tally;
  const word = wordOf(table.question, truth);
  return s("g", { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})`, role: "img", "aria-label": `The truth: ${word}` },
    s("g", { class: "rm-stamp" }, s("rect", { class: "rm-stamp__paper", x: -168, y: -54, width: 336, height: 108, rx: 9 }),
      s("g", { filter: "url(#rm-ink)" }, s("rect", { class: "rm-stamp__box", x: -160, y: -46, width: 320, height: 92, rx: 6 }), s("rect", { class: "rm-stamp__box2", x: -152, y: -38, width: 304, height: 76, rx: 3 }),
        s("text", { class: "rm-stamp__kicker", y: -14, "text-anchor": "middle" }, "THE TRUTH"), sign(signOf(truth), -126, 13, 28, `rm-stamp__sign ${toneOf(truth)}`),
        s("text", { class: word.length > 7 ? "rm-stamp__word rm-stamp__word--long" : "rm-stamp__word", x: word.length > 7 ? 24 : 18, y: word.length > 7 ? 26 : 30, "text-anchor": "middle" }, word))));
}

/** Light one seat, its links, its neighbours and what it sent; null lights all. @param {Net} net @param {number | null} slot */
export function lookAt({ layout, felt, live, seats, pulses, links }, slot) {
  const near = new Set(layout.links.flatMap(({ a, b }) => (a === slot ? [b] : b === slot ? [a] : [])));
  for (const root of [felt, live]) root.classList.toggle("has-focus", slot !== null);
  layout.links.forEach(({ a, b }, i) => links[i].classList.toggle("lit", a === slot || b === slot));
  for (const { node } of pulses) node.classList.toggle("lit", Number(node.getAttribute("data-from")) === slot);
  for (const [other, seat] of seats) seat.classList.toggle("lit", other === slot || near.has(other));
  put(live, "--look", slot ?? -1);
}
