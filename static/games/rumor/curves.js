// Links as quadratic curves: bent round seats, trimmed at emblems and words, walked by messages. Pure.

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ from: Point, by: Point, to: Point }} Curve `by` is the control point */
/** @typedef {Point & { r: number, box: { x: number, y: number, w: number, h: number } }} Shape */

/** @param {Point} p @param {Point} a @param {Point} b the distance of p from the segment a-b */
export function distance(p, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** Whether two segments cross inside. @param {Point} a @param {Point} b @param {Point} c @param {Point} d */
export function crosses(a, b, c, d) {
  const side = (/** @type {Point} */ p, /** @type {Point} */ q, /** @type {Point} */ r) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** How far a link may swing out, in small steps, the straight one first. */
const PUSHES = Array.from({ length: 81 }, (_, i) => (i % 2 ? 1 : -1) * Math.ceil(i / 2) * 3);

/**
 * A link that keeps `room` from every seat that it is not for, and off their words: the straightest that does.
 * @param {Point & Partial<Shape>} a @param {Point & Partial<Shape>} b @param {readonly (Point & Partial<Shape>)[]} others @param {number} room @returns {Curve}
 */
export function bend(a, b, others, room) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const across = { x: -dy / length, y: dx / length };
  const near = others.filter((other) => distance(other, a, b) < 200);
  let best = { cost: Infinity, curve: /** @type {Curve} */ ({ from: { x: a.x, y: a.y }, by: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, to: { x: b.x, y: b.y } }) };
  for (const push of PUSHES) {
    const by = { x: (a.x + b.x) / 2 + 2 * push * across.x, y: (a.y + b.y) / 2 + 2 * push * across.y };
    const curve = { ...best.curve, by };
    const cost = Math.abs(push) + trespass(curve, near, room) + 6 * steps(curve).filter((point) => isOn(a.box, point) || isOn(b.box, point)).length;
    if (cost < best.cost) best = { cost, curve };
    if (Math.abs(push) > best.cost) break;
  }
  return best.curve;
}

/** Places on the way. @param {Curve} curve */
const steps = (curve) => Array.from({ length: 39 }, (_, i) => along(curve, (i + 1) / 40));

/** @param {Shape["box"] | undefined} box @param {Point} point */
const isOn = (box, { x, y }) => box !== undefined && x > box.x - 2 && x < box.x + box.w + 2 && y > box.y - 2 && y < box.y + box.h + 2;

/** What it costs to run into seats and their words; 0 for a link that does not. @param {Curve} curve @param {readonly (Point & Partial<Shape>)[]} others @param {number} room */
function trespass(curve, others, room) {
  let cost = 0;
  for (const point of steps(curve)) {
    for (const { x, y, box } of others) {
      const short = room - Math.hypot(point.x - x, point.y - y);
      if (short > 0) cost += 40 + 10 * short;
      if (isOn(box, point)) cost += 40;
    }
  }
  return cost;
}

/** @param {Curve} curve @param {number} t @returns {Point} */
export function along({ from, by, to }, t) {
  const u = 1 - t;
  return { x: u * u * from.x + 2 * u * t * by.x + t * t * to.x, y: u * u * from.y + 2 * u * t * by.y + t * t * to.y };
}

/** The direction of travel at t, of length 1. @param {Curve} curve @param {number} t @returns {Point} */
export function heading({ from, by, to }, t) {
  const x = (1 - t) * (by.x - from.x) + t * (to.x - by.x);
  const y = (1 - t) * (by.y - from.y) + t * (to.y - by.y);
  const length = Math.hypot(x, y) || 1;
  return { x: x / length, y: y / length };
}

/** The other way round. @param {Curve} curve @returns {Curve} */
export const reversed = ({ from, by, to }) => ({ from: to, by, to: from });

/** A place on a lane beside the curve; both directions keep to their own right. @param {Curve} curve @param {number} t @param {number} lane */
export function onLane(curve, t, lane) {
  const point = along(curve, t);
  const way = heading(curve, t);
  return { x: point.x - way.y * lane, y: point.y + way.x * lane, angle: (Math.atan2(way.y, way.x) * 180) / Math.PI };
}

/** The part of a curve outside both seats' emblems and words. @param {Curve} curve @param {Shape} a @param {Shape} b @param {number} gap @returns {Curve} */
export function trim(curve, a, b, gap) {
  const steps = 80;
  const at = Array.from({ length: steps + 1 }, (_, i) => along(curve, i / steps));
  const first = Math.min(steps, at.findLastIndex((point) => covers(a, point, gap)) + 1);
  const last = Math.max(first, at.findIndex((point, i) => i >= first && covers(b, point, gap)) - 1);
  return part(curve, first / steps, last / steps);
}

/** @param {Shape} shape @param {Point} point @param {number} gap */
function covers({ x, y, r, box }, point, gap) {
  if (Math.hypot(point.x - x, point.y - y) < r + gap) return true;
  return isOn(box, point);
}

/** The piece of a curve between two of its places. @param {Curve} curve @param {number} t @param {number} u @returns {Curve} */
function part(curve, t, u) {
  const mix = (/** @type {Point} */ p, /** @type {Point} */ q, /** @type {number} */ k) => ({ x: p.x + (q.x - p.x) * k, y: p.y + (q.y - p.y) * k });
  const by = mix(mix(curve.from, curve.by, t), mix(curve.by, curve.to, t), u);
  return { from: along(curve, t), by, to: along(curve, u) };
}

/** @param {Curve} curve */
export function pathOf({ from, by, to }) {
  const n = (/** @type {Point} */ point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
  return `M${n(from)}Q${n(by)} ${n(to)}`;
}
