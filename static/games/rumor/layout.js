// Where seats and links stand: one drawing for a wide place and one for a narrow one. Pure and deterministic.

import { findBridge, findHubs, neighbours, roundTrip } from "./graph.js";
import { along, bend, crosses, distance, trim } from "./curves.js";

/** @typedef {import("./curves.js").Curve} Curve */
/** @typedef {"left" | "right" | "above" | "below"} Side */
/** @typedef {{ x: number, y: number, label: Side }} Spot */
/** @typedef {{ slot: number, x: number, y: number, r: number, label: Side, box: Box }} Node */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box the words beside an emblem */
/** @typedef {{ a: number, b: number, curve: Curve, isBridge: boolean }} Link */
/** @typedef {{ wide: boolean, terse: boolean, width: number, height: number, opened: number, nodes: Node[], links: Link[], note: { x: number, y: number } | null, mark: { x: number, y: number, corner: boolean }, stamp: { x: number, y: number, scale: number, turn: number }, bubble: { x: number, y: number, w: number } | null }} Layout */

const WIDE = { width: 840, height: 584, opened: 584, r: 36, gap: 12, label: { w: 118, h: 62 }, note: { w: 124, h: 24, clear: 19 } };
/** `clear`: how far from the bridge its name stands, so that messages pass. `opened`: at the tally the stamp stands under a narrow graph, where what was said stood before. */
const NARROW = { width: 344, height: 414, opened: 510, r: 20, gap: 8, label: { w: 70, h: 50 }, note: { w: 46, h: 18, clear: 12 } };

/** Both sides of a figure that is its own mirror image, in order round the table; words stand outside. @param {number} width @param {readonly (readonly [number, number])[]} left top to bottom @returns {Spot[]} */
function mirrored(width, left) {
  const spot = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Side} */ label) => ({ x, y, label });
  return [...left.map(([x, y]) => spot(x, y, "left")), ...[...left].reverse().map(([x, y]) => spot(width - x, y, "right"))];
}

const ROUND = {
  wide: mirrored(840, [[318, 86], [210, 176], [170, 308], [210, 440], [318, 530]]),
  narrow: mirrored(344, [[130, 46], [106, 122], [98, 198], [106, 274], [130, 350]]),
};
/** Hubs first, then the others. */
const HUBS = {
  wide: /** @type {Spot[]} */ ([
    { x: 398, y: 136, label: "above" }, { x: 310, y: 398, label: "left" }, { x: 536, y: 412, label: "right" },
    { x: 166, y: 134, label: "left" }, { x: 172, y: 276, label: "left" }, { x: 196, y: 536, label: "left" },
    { x: 420, y: 536, label: "right" }, { x: 654, y: 506, label: "right" }, { x: 672, y: 294, label: "right" }, { x: 644, y: 112, label: "right" }]),
  narrow: /** @type {Spot[]} */ ([
    { x: 180, y: 46, label: "below" }, { x: 156, y: 200, label: "below" }, { x: 198, y: 306, label: "below" },
    { x: 104, y: 52, label: "left" }, { x: 98, y: 138, label: "left" }, { x: 114, y: 298, label: "left" }, { x: 108, y: 366, label: "left" },
    { x: 246, y: 262, label: "right" }, { x: 246, y: 164, label: "right" }, { x: 246, y: 60, label: "right" }]),
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
  const placed = cut ? placeHalves(cut, near, edges, round, frame)
    : hubs && size === inner.length ? placeHubs(hubs, all, edges, inner, frame)
    : new Map(roundTrip(all, near).map((slot, i) => [slot, spotAt(round, i, size)]));
  const r = wide && edges.length > 17 ? 31 : frame.r; // a dense graph needs air between its links
  const nodes = all.map((slot) => {
    const spot = /** @type {Spot} */ (placed.get(slot));
    return { slot, ...spot, r, box: boxOf(spot, r, frame) };
  });
  const links = edges.map(([a, b]) => ({ a, b, curve: link(nodes, a, b, wide), isBridge: Boolean(cut && cut.bridge.includes(a) && cut.bridge.includes(b)) }));
  return {
    wide, terse: terse || !wide, width: frame.width, height: frame.height, opened: frame.opened, nodes, links,
    note: cut ? besideBridge(links, nodes, frame) : null,
    mark: hubs && wide ? { x: 30, y: 48, corner: true } : wide ? { x: 420, y: 122, corner: false } : { x: 172, y: 402, corner: true },
    stamp: wide ? { x: 420, y: hubs ? 270 : 300, scale: hubs ? 0.86 : 1, turn: -8 } : { x: 172, y: 450, scale: 0.74, turn: -3 },
    bubble: wide ? { x: 420, y: hubs ? 266 : 312, w: terse ? 296 : 244 } : null,
  };
}

/** A spot of the ten, or one on an ellipse when the table is of another size. @param {Spot[]} round @param {number} i @param {number} size @returns {Spot} */
function spotAt(round, i, size) {
  if (size === round.length) return round[i];
  const turn = (i + 0.5) / size * 2 * Math.PI + Math.PI / 2;
  const [cx, cy, rx, ry] = round === ROUND.wide ? [420, 308, 250, 222] : [172, 198, 74, 152];
  const x = cx + rx * Math.cos(turn);
  return { x, y: cy - ry * Math.sin(turn), label: x < cx ? "left" : "right" };
}

/** The words' place. @param {Spot} spot @param {number} r @param {{ gap: number, label: { w: number, h: number } }} frame @returns {Box} */
function boxOf({ x, y, label }, r, { gap, label: { w, h } }) {
  if (label === "left") return { x: x - r - gap - w, y: y - h / 2 - 1, w, h };
  if (label === "right") return { x: x + r + gap, y: y - h / 2 - 1, w, h };
  if (label === "above") return { x: x - w / 2, y: y - r - 8 - h, w, h };
  return { x: x - w / 2, y: y + r + 2, w, h };
}

/** Where the bridge is named: by its middle, on a place that no link, seat or words run through. @param {Link[]} links @param {Node[]} nodes @param {typeof WIDE} frame */
function besideBridge(links, nodes, { note: { w, h, clear }, r, width, height }) {
  const { curve } = /** @type {Link} */ (links.find((one) => one.isBridge));
  const middle = along(curve, 0.5);
  const points = links.flatMap((one) => Array.from({ length: 41 }, (_, i) => along(one.curve, i / 40)));
  let best = { cost: Infinity, x: middle.x, y: middle.y };
  for (const down of [1, -1]) for (let step = 0; step < 12; step += 1) for (const aside of [0, 1, -1, 2, -2, 3, -3]) {
    const [x, y] = [middle.x + aside * w / 6, middle.y + down * (h / 2 + clear + step * 4)];
    const box = { x: x - w / 2, y: y - h / 2, w, h };
    const met = points.filter((p) => isIn(p, box, 3)).length
      + 9 * nodes.filter((node) => meet(box, node.box) || meet(box, { x: node.x - r - 2, y: node.y - r - 2, w: 2 * r + 4, h: 2 * r + 4 })).length
      + (x < w / 2 || y < h / 2 || x > width - w / 2 || y > height - h / 2 ? 99 : 0);
    const cost = 100 * met + step + Math.abs(aside) + (down < 0 ? 0.5 : 0);
    if (cost < best.cost) best = { cost, x, y };
  }
  return { x: best.x, y: best.y };
}

/** @param {import("./curves.js").Point} p @param {Box} box @param {number} margin */
const isIn = (p, box, margin) => p.x > box.x - margin && p.x < box.x + box.w + margin && p.y > box.y - margin && p.y < box.y + box.h + margin;

/** @param {Box} a @param {Box} b */
const meet = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Two halves side by side, turned so that the bridge is short and no link runs through a seat. @param {NonNullable<ReturnType<typeof findBridge>>} cut @param {Set<number>[]} near @param {readonly (readonly number[])[]} edges @param {Spot[]} round @param {typeof WIDE} frame */
function placeHalves({ halves, bridge }, near, edges, round, frame) {
  const half = round.length / 2;
  const [left, right] = [round.slice(0, half), round.slice(half)];
  const options = halves.map((slots, i) => turns(roundTrip(slots, near)).map((order) => new Map(order.map((slot, k) => [slot, (i ? right : left)[k]]))));
  let best = { cost: Infinity, placed: /** @type {Map<number, Spot>} */ (new Map()) };
  for (const one of options[0]) for (const other of options[1]) {
    const placed = new Map([...one, ...other]);
    const [from, to] = bridge.map((slot) => /** @type {Spot} */ (placed.get(slot)));
    const cost = untidy(placed, edges, frame) + Math.abs(from.y - to.y) / 20 + (Math.abs(from.y - 308) < 40 || from.y < 120 ? 6 : 0) /* words stand in the middle and at the top */;
    if (cost < best.cost) best = { cost, placed };
  }
  return best.placed;
}

/** Every way to turn and mirror a round trip. @param {number[]} order */
function turns(order) {
  const ways = [order, [...order].reverse()];
  return ways.flatMap((way) => way.map((_, i) => [...way.slice(i), ...way.slice(0, i)]));
}

/** Hubs on the inner places; the others swap places as long as that untangles links. @param {number[]} hubs @param {number[]} all @param {readonly (readonly number[])[]} edges @param {Spot[]} spots @param {typeof WIDE} frame */
function placeHubs(hubs, all, edges, spots, frame) {
  const order = [...hubs, ...all.filter((slot) => !hubs.includes(slot))];
  const asMap = () => new Map(order.map((slot, i) => [slot, spots[i]]));
  let cost = untidy(asMap(), edges, frame);
  for (let better = true; better;) {
    better = false;
    for (let i = 0; i < order.length; i += 1) for (let j = i + 1; j < order.length; j += 1) {
      if ((i < hubs.length) !== (j < hubs.length)) continue;
      [order[i], order[j]] = [order[j], order[i]];
      const next = untidy(asMap(), edges, frame);
      if (next < cost - 1e-9) { cost = next; better = true; } else [order[i], order[j]] = [order[j], order[i]];
    }
  }
  return asMap();
}

/** Crossings, links that run through a seat or its words, and length. @param {Map<number, Spot>} placed @param {readonly (readonly number[])[]} edges @param {typeof WIDE} frame */
function untidy(placed, edges, frame) {
  const at = (/** @type {number} */ slot) => /** @type {Spot} */ (placed.get(slot));
  const boxes = new Map([...placed].map(([slot, spot]) => [slot, boxOf(spot, frame.r, frame)]));
  let cost = 0;
  edges.forEach(([a, b], i) => {
    cost += Math.hypot(at(a).x - at(b).x, at(a).y - at(b).y) / 400;
    for (const [slot, spot] of placed) {
      if (slot === a || slot === b) continue;
      if (distance(spot, at(a), at(b)) < 30) cost += 4;
      if (cuts(at(a), at(b), /** @type {Box} */ (boxes.get(slot)))) cost += 4;
    }
    for (const [c, d] of edges.slice(i + 1)) if (new Set([a, b, c, d]).size === 4 && crosses(at(a), at(b), at(c), at(d))) cost += 1;
  });
  return cost;
}

/** Whether a straight link would run through words. @param {Spot} a @param {Spot} b @param {Box} box */
function cuts(a, b, { x, y, w, h }) {
  const [left, right, top, bottom] = [x, x + w, y, y + h];
  return crosses(a, b, { x: left, y: top }, { x: right, y: bottom }) || crosses(a, b, { x: left, y: bottom }, { x: right, y: top });
}

/** @param {Node[]} nodes @param {number} a @param {number} b @param {boolean} wide */
function link(nodes, a, b, wide) {
  const others = nodes.filter((node) => node.slot !== a && node.slot !== b);
  return trim(bend(nodes[a], nodes[b], others, nodes[a].r + (wide ? 20 : 12)), nodes[a], nodes[b], wide ? 7 : 4);
}
