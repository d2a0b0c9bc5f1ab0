// The social graph, as far as a drawing must understand it. Pure; nodes are slots.

/** @typedef {[number, number]} Edge */

/** @param {number} size @param {readonly (readonly number[])[]} edges @returns {Set<number>[]} */
export function neighbours(size, edges) {
  const near = Array.from({ length: size }, () => /** @type {Set<number>} */ (new Set()));
  for (const [a, b] of edges) {
    near[a]?.add(b);
    near[b]?.add(a);
  }
  return near;
}

/** The slots that can be reached from one. @param {Set<number>[]} near @param {number} from */
function reached(near, from) {
  const seen = new Set([from]);
  const open = [from];
  while (open.length) for (const next of near[/** @type {number} */ (open.pop())]) if (!seen.has(next)) { seen.add(next); open.push(next); }
  return seen;
}

/**
 * The one edge that holds two halves together, with the halves, or null.
 * @param {number} size @param {readonly (readonly number[])[]} edges
 * @returns {{ bridge: Edge, halves: [number[], number[]] } | null}
 */
export function findBridge(size, edges) {
  for (const [i, [a, b]] of edges.entries()) {
    const without = neighbours(size, edges.filter((_, j) => j !== i));
    const left = reached(without, a);
    if (left.size * 2 === size && !left.has(b)) {
      const all = Array.from({ length: size }, (_, slot) => slot);
      return { bridge: [a, b], halves: [all.filter((slot) => left.has(slot)), all.filter((slot) => !left.has(slot))] };
    }
  }
  return null;
}

/** Three linked seats that every edge touches, the best linked first, or null. @param {number} size @param {readonly (readonly number[])[]} edges */
export function findHubs(size, edges) {
  const near = neighbours(size, edges);
  const byDegree = Array.from({ length: size }, (_, slot) => slot).sort((a, b) => near[b].size - near[a].size || a - b);
  for (const a of byDegree) for (const b of byDegree) for (const c of byDegree) {
    if (!(byDegree.indexOf(a) < byDegree.indexOf(b) && byDegree.indexOf(b) < byDegree.indexOf(c))) continue;
    if (!near[a].has(b) || !near[b].has(c) || !near[a].has(c)) continue;
    if (edges.every(([x, y]) => [a, b, c].includes(x) || [a, b, c].includes(y))) return [a, b, c];
  }
  return null;
}

/**
 * The round trip through some slots on which linked ones stand closest; their given order when there is none.
 * @param {readonly number[]} slots @param {Set<number>[]} near
 */
export function roundTrip(slots, near) {
  const inside = new Set(slots);
  const size = slots.length;
  let best = /** @type {{ cost: number, order: number[] }} */ ({ cost: Infinity, order: [...slots] });
  let left = 60_000; // small graphs need far less; a strange one must not hold up the page
  const order = [slots[0]];
  const used = new Set(order);
  const walk = () => {
    if ((left -= 1) < 0) return;
    const end = order[order.length - 1];
    if (order.length === size) {
      if (!near[end].has(slots[0])) return;
      const cost = spread(order, near);
      if (cost < best.cost) best = { cost, order: [...order] };
      return;
    }
    for (const next of [...near[end]].sort((a, b) => a - b)) {
      if (!inside.has(next) || used.has(next)) continue;
      order.push(next);
      used.add(next);
      walk();
      used.delete(next);
      order.pop();
    }
  };
  walk();
  return best.order;
}

/** How far apart linked slots stand on a round, squared. @param {number[]} order @param {Set<number>[]} near */
function spread(order, near) {
  const at = new Map(order.map((slot, i) => [slot, i]));
  let sum = 0;
  for (const [slot, i] of at) for (const other of near[slot]) {
    const gap = Math.abs(i - (at.get(other) ?? i));
    sum += Math.min(gap, order.length - gap) ** 2;
  }
  return sum;
}
