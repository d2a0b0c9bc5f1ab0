// Where seats and links stand: one drawing for a wide place and one for a narrow one. Pure and deterministic.

import { findBridge, findHubs, neighbours, roundTrip } from "./graph.js";
import { bend, crosses, distance, trim } from "./curves.js";

/** @typedef {import("./curves.js").Curve} Curve */
/** @typedef {"left" | "right" | "above" | "below"} Side */
/** @typedef {{ x: number, y: number, label: Side }} Spot */
/** @typedef {{ slot: number, x: number, y: number, r: number, label: Side, box: Box }} Node */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box the words beside an emblem */
/** @typedef {{ a: number, b: number, curve: Curve, isBridge: boolean }} Link */
/** @typedef {{ wide: boolean, terse: boolean, width: number, height: number, nodes: Node[], links: Link[], mark: { x: number, y: number, corner: boolean }, stamp: { x: number, y: number, scale: number, turn: number }, bubble: { x: number, y: number, w: number } | null }} Layout */

const WIDE = { width: 840, height: 584, r: 36, label: { w: 118, h: 62 } };
const NARROW = { width: 344, height: 684, r: 21, label: { w: 74, h: 54 } };

/** Both sides of a figure that is its own mirror image, in order round the table. @param {number} width @param {readonly (readonly [number, number])[]} left top to bottom @param {boolean} wide @returns {Spot[]} */
function mirrored(width, left, wide) {
  const spot = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Side} */ side) => ({ x, y, label: wide ? side : /** @type {Side} */ ("below") });
  return [...left.map(([x, y]) => spot(x, y, "left")), ...[...left].reverse().map(([x, y]) => spot(width - x, y, "right"))];
}

const ROUND = {
  wide: mirrored(840, [[318, 86], [210, 176], [170, 308], [210, 440], [318, 530]], true),
  narrow: mirrored(344, [[116, 40], [46, 146], [42, 272], [46, 398], [116, 500]], false),
};
/** Hubs first, then the others. */
const HUBS = {
  wide: /** @type {Spot[]} */ ([
    { x: 420, y: 128, label: "above" }, { x: 308, y: 408, label: "left" }, { x: 532, y: 408, label: "right" },
    { x: 196, y: 112, label: "left" }, { x: 172, y: 276, label: "left" }, { x: 196, y: 536, label: "left" },
    { x: 420, y: 536, label: "right" }, { x: 644, y: 536, label: "right" }, { x: 668, y: 276, label: "right" }, { x: 644, y: 112, label: "right" }]),
  narrow: /** @type {Spot[]} */ ([[172, 66], [118, 352], [226, 352], [44, 104], [44, 232], [44, 474], [172, 500], [300, 474], [300, 232], [300, 104]].map(([x, y]) => ({ x, y, label: "below" }))),
};

/**
 * Lay the graph out.
 * @param {{ size: number, edges: readonly (readonly number[])[], topology: string, wide: boolean, terse?: boolean }} graph `terse`: the wide drawing in a smaller place, with larger type and fewer words
 * @returns {Layout}
 */
export function layOut({ size, edges, topology, wide, terse = false }) {
  const frame = wide ? WIDE : NARROW;
  const near = neighbours(size, edges);
  const cut = topology === "clusters" ? findBridge(size, edges) : null;
  const hubs = topology === "hub" ? findHubs(size, edges) : null;
  const all = Array.from({ length: size }, (_, slot) => slot);
  const round = ROUND[wide ? "wide" : "narrow"];
  const inner = HUBS[wide ? "wide" : "narrow"];
  const placed = cut ? placeHalves(cut, near, edges, round)
    : hubs && size === inner.length ? placeHubs(hubs, all, edges, inner)
    : new Map(roundTrip(all, near).map((slot, i) => [slot, spotAt(round, i, size)]));
  const r = wide && edges.length > 17 ? 31 : frame.r; // a dense graph needs air between its links
  const nodes = all.map((slot) => {
    const spot = /** @type {Spot} */ (placed.get(slot));
    return { slot, ...spot, r, box: boxOf(spot, r, frame.label) };
  });
  return {
    wide, terse: terse || !wide, width: frame.width, height: frame.height, nodes,
    links: edges.map(([a, b]) => ({ a, b, curve: link(nodes, a, b, wide), isBridge: Boolean(cut && cut.bridge.includes(a) && cut.bridge.includes(b)) })),
    mark: hubs && wide ? { x: 30, y: 48, corner: true } : wide ? { x: 420, y: 122, corner: false } : { x: 172, y: 634, corner: true },
    stamp: wide ? { x: 420, y: hubs ? 270 : 300, scale: hubs ? 0.86 : 1, turn: -8 } : { x: 172, y: 634, scale: 0.74, turn: -3 },
    bubble: wide ? { x: 420, y: hubs ? 266 : 312, w: terse ? 296 : 244 } : null,
  };
}

/** A spot of the ten, or one on an ellipse when the table is of another size. @param {Spot[]} round @param {number} i @param {number} size @returns {Spot} */
function spotAt(round, i, size) {
  if (size === round.length) return round[i];
  const turn = (i + 0.5) / size * 2 * Math.PI + Math.PI / 2;
  const wide = round[0].label !== "below";
  const [cx, cy, rx, ry] = wide ? [420, 308, 250, 222] : [172, 270, 130, 230];
  const x = cx + rx * Math.cos(turn);
  return { x, y: cy - ry * Math.sin(turn), label: wide ? (x < cx ? "left" : "right") : "below" };
}

/** The words' place. @param {Spot} spot @param {number} r @param {{ w: number, h: number }} size @returns {Box} */
function boxOf({ x, y, label }, r, { w, h }) {
  if (label === "left") return { x: x - r - 12 - w, y: y - 32, w, h };
  if (label === "right") return { x: x + r + 12, y: y - 32, w, h };
  if (label === "above") return { x: x - w / 2, y: y - r - 8 - h, w, h };
  return { x: x - w / 2, y: y + r + 2, w, h };
}

/** Two halves side by side, turned so that the bridge is short and no link runs through a seat. @param {NonNullable<ReturnType<typeof findBridge>>} cut @param {Set<number>[]} near @param {readonly (readonly number[])[]} edges @param {Spot[]} round */
function placeHalves({ halves, bridge }, near, edges, round) {
  const half = round.length / 2;
  const [left, right] = [round.slice(0, half), round.slice(half)];
  const options = halves.map((slots, i) => turns(roundTrip(slots, near)).map((order) => new Map(order.map((slot, k) => [slot, (i ? right : left)[k]]))));
  let best = { cost: Infinity, placed: /** @type {Map<number, Spot>} */ (new Map()) };
  for (const one of options[0]) for (const other of options[1]) {
    const placed = new Map([...one, ...other]);
    const [from, to] = bridge.map((slot) => /** @type {Spot} */ (placed.get(slot)));
    const cost = untidy(placed, edges) + Math.abs(from.y - to.y) / 20 + (Math.abs(from.y - 308) < 40 || from.y < 120 ? 6 : 0) /* words stand in the middle and at the top */;
    if (cost < best.cost) best = { cost, placed };
  }
  return best.placed;
}

/** Every way to turn and mirror a round trip. @param {number[]} order */
function turns(order) {
  const ways = [order, [...order].reverse()];
  return ways.flatMap((way) => way.map((_, i) => [...way.slice(i), ...way.slice(0, i)]));
}

/** Hubs on the inner places; the others swap places as long as that untangles links. @param {number[]} hubs @param {number[]} all @param {readonly (readonly number[])[]} edges @param {Spot[]} spots */
function placeHubs(hubs, all, edges, spots) {
  const order = [...hubs, ...all.filter((slot) => !hubs.includes(slot))];
  const asMap = () => new Map(order.map((slot, i) => [slot, spots[i]]));
  let cost = untidy(asMap(), edges);
  for (let better = true; better;) {
    better = false;
    for (let i = 0; i < order.length; i += 1) for (let j = i + 1; j < order.length; j += 1) {
      if ((i < hubs.length) !== (j < hubs.length)) continue;
      [order[i], order[j]] = [order[j], order[i]];
      const next = untidy(asMap(), edges);
      if (next < cost - 1e-9) { cost = next; better = true; } else [order[i], order[j]] = [order[j], order[i]];
    }
  }
  return asMap();
}

/** Crossings, links that run through a seat, and length. @param {Map<number, Spot>} placed @param {readonly (readonly number[])[]} edges */
function untidy(placed, edges) {
  const at = (/** @type {number} */ slot) => /** @type {Spot} */ (placed.get(slot));
  let cost = 0;
  edges.forEach(([a, b], i) => {
    cost += Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y) / 400;
    for (const [slot, spot] of placed) if (slot !== a && slot !== b && distance(spot, at(a), at(b)) < 30) cost += 4;
    for (const [c, d] of edges.slice(i + 1)) if (new Set([a, b, c, d]).size === 4 && crosses(at(a), at(b), at(c), at(d))) cost += 1;
  });
  return cost;
}

/** @param {Node[]} nodes @param {number} a @param {number} b @param {boolean} wide */
function link(nodes, a, b, wide) {
  const others = nodes.filter((node) => node.slot !== a && node.slot !== b);
  return trim(bend(nodes[a], nodes[b], others, nodes[a].r + (wide ? 20 : 12)), nodes[a], nodes[b], wide ? 7 : 4);
}
