// Messages on their way: one sign for each message and neighbour, in the colour of the claim and the size of its confidence.

import { s } from "../../league/dom.js";
import { toneOf } from "./answers.js";
import { onLane, reversed } from "./curves.js";
import { saysIn, isClosed, spokenRound } from "./table.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{ node: SVGElement, tail: SVGElement | null, curve: import("./curves.js").Curve, lane: number }} Pulse */

const LEAVING = 0.13;
const LANDED = 0.93;
const JOURNEY = 2000;

/** How large a message is drawn. @param {number} confidence in per cent @param {boolean} wide */
export const sizeOf = (confidence, wide) => (wide ? 4.5 : 3.2) + (confidence / 100) * (wide ? 7.5 : 5);

/** @param {Layout} layout @param {any} table @returns {Pulse[]} */
export function buildPulses(layout, table) {
  const round = spokenRound(table);
  const says = table?.tally || !round ? null : saysIn(table, round);
  if (!says) return [];
  return layout.links.flatMap(({ a, b, curve }) => [
    pulse(layout, curve, says[a], a, b), pulse(layout, reversed(curve), says[b], b, a),
  ]).filter((one) => one !== null);
}

/** @param {Layout} layout @param {import("./curves.js").Curve} curve @param {any} said @param {number} from @param {number} to @returns {Pulse | null} */
function pulse(layout, curve, said, from, to) {
  if (!said || (said.claim === null && !said.message)) return null; // silence travels nowhere
  const r = said.claim ? sizeOf(said.confidence, layout.wide) : layout.wide ? 4.5 : 3.6;
  const tail = said.claim ? s("path", { class: "rm-pulse__tail", d: `M0 ${-0.7 * r}L${-r * 3.2} 0 0 ${0.7 * r}Z` }) : null;
  const head = said.claim === "b" ? s("path", { class: "rm-pulse__head", d: `M0 ${-1.25 * r}L${1.25 * r} 0 0 ${1.25 * r} ${-1.25 * r} 0Z` }) : s("circle", { class: "rm-pulse__head", r });
  return { node: s("g", { class: `rm-pulse ${toneOf(said.claim)}`, "data-from": from, "data-to": to }, tail, head), tail, curve, lane: layout.wide ? 7 : 4.2 };
}

/** Put messages where they are at a share of their way. @param {Pulse[]} pulses @param {number} t 0 at the sender, 1 at the neighbour */
export function placeAt(pulses, t) {
  for (const { node, tail, curve, lane } of pulses) {
    const { x, y, angle } = onLane(curve, t, lane);
    node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    tail?.setAttribute("transform", `rotate(${angle.toFixed(1)})`);
  }
}

/** Where messages rest in a frame that is drawn alone. @param {any} table */
export const restingPlace = (table) => (isClosed(table, spokenRound(table)) ? LANDED : LEAVING);

/** Send them all, once: a round is simultaneous. @param {Pulse[]} pulses @param {number} speed @param {() => void} done @returns {() => void} stops it */
export function travel(pulses, speed, done) {
  let request = 0;
  const start = performance.now();
  const step = (/** @type {number} */ now) => {
    const t = Math.max(0, Math.min(1, ((now - start) / JOURNEY) * speed));
    placeAt(pulses, LEAVING + (LANDED - LEAVING) * (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) ** 2));
    if (t < 1) request = requestAnimationFrame(step);
    else done();
  };
  placeAt(pulses, LEAVING);
  request = requestAnimationFrame(step);
  return () => cancelAnimationFrame(request);
}
