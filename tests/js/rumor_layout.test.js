import assert from "node:assert/strict";
import { test } from "node:test";

import { bend, distance, onLane, reversed, trim, along } from "../../static/games/rumor/curves.js";
import { findBridge, findHubs, neighbours, roundTrip } from "../../static/games/rumor/graph.js";
import { layOut } from "../../static/games/rumor/layout.js";

/** A small generator, so that every run draws the same graphs. */
function dice(seed) {
  let state = seed * 2654435761 + 1;
  return (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
}

function shuffled(roll) {
  const order = Array.from({ length: 10 }, (_, i) => i);
  for (let i = 9; i > 0; i -= 1) {
    const j = roll(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const has = (edges, a, b) => edges.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
const cycle = (order) => order.map((slot, i) => [slot, order[(i + 1) % order.length]]);

const GRAPHS = {
  ring(roll) {
    const edges = cycle(shuffled(roll));
    while (edges.length < 13) {
      const [a, b] = [roll(10), roll(10)];
      if (a !== b && !has(edges, a, b)) edges.push([a, b]);
    }
    return edges;
  },
  smallworld(roll) {
    const order = shuffled(roll);
    const edges = [...cycle(order), ...order.map((slot, i) => [slot, order[(i + 2) % 10]])];
    for (let n = 0; n < 2;) {
      const [a, b] = [roll(10), roll(10)];
      if (a === b || has(edges, a, b)) continue;
      edges.splice(roll(edges.length), 1, [a, b]);
      n += 1;
    }
    return edges;
  },
  clusters(roll) {
    const order = shuffled(roll);
    const [left, right] = [order.slice(0, 5), order.slice(5)];
    return [...cycle(left), [left[0], left[2]], ...cycle(right), [right[0], right[2]], [left[roll(5)], right[roll(5)]]];
  },
  hub(roll) {
    const [a, b, c, ...rest] = shuffled(roll);
    const edges = [[a, b], [b, c], [a, c]];
    for (const slot of rest) {
      const first = roll(3);
      edges.push([slot, [a, b, c][first]]);
      if (roll(2)) edges.push([slot, [a, b, c][(first + 1) % 3]]);
    }
    return edges;
  },
};

const overlap = (a, b) => Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 1 && Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 1;
const inside = (point, box, margin = 0) => point.x > box.x - margin && point.x < box.x + box.w + margin && point.y > box.y - margin && point.y < box.y + box.h + margin;
const steps = (curve) => Array.from({ length: 61 }, (_, i) => along(curve, i / 60));
const emblem = ({ x, y, r }) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r });

for (const topology of Object.keys(GRAPHS)) for (const wide of [true, false]) {
  test(`${topology}, ${wide ? "wide" : "narrow"}: seats and words stand apart, on the felt, and no link runs through a seat`, () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const edges = GRAPHS[topology](dice(seed));
      const { nodes, links, width, height } = layOut({ size: 10, edges, topology, wide });
      assert.equal(new Set(nodes.map(({ x, y }) => `${x},${y}`)).size, 10);
      for (const node of nodes) {
        for (const box of [node.box, emblem(node)]) {
          assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= width && box.y + box.h <= height, `seed ${seed}: ${JSON.stringify(box)} is on the felt`);
        }
        for (const other of nodes) {
          if (other === node) continue;
          assert.ok(!overlap(node.box, other.box), `seed ${seed}: words of ${node.slot} and ${other.slot}`);
          assert.ok(!overlap(node.box, emblem(other)), `seed ${seed}: words of ${node.slot} on emblem ${other.slot}`);
        }
      }
      assert.equal(links.length, edges.length);
      for (const { a, b, curve } of links) for (const node of nodes) {
        if (node.slot === a || node.slot === b) continue;
        for (let t = 0; t <= 1; t += 0.05) {
          const point = along(curve, t);
          assert.ok(Math.hypot(point.x - node.x, point.y - node.y) > node.r + 2, `seed ${seed}: link ${a}-${b} through ${node.slot}`);
        }
      }
    }
  });
}

for (const topology of Object.keys(GRAPHS)) for (const wide of [true, false]) {
  test(`${topology}, ${wide ? "wide" : "narrow"}: no link runs through anyone's words, and each is seen on its way`, () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { nodes, links, width, height } = layOut({ size: 10, edges: GRAPHS[topology](dice(seed)), topology, wide });
      for (const { a, b, curve } of links) {
        assert.ok(distance(curve.from, curve.to, curve.to) > 8, `seed ${seed}: link ${a}-${b} is nothing`);
        for (const point of steps(curve)) {
          assert.ok(inside(point, { x: 0, y: 0, w: width, h: height }), `seed ${seed}: link ${a}-${b} leaves the felt`);
          for (const node of nodes) assert.ok(!inside(point, node.box), `seed ${seed}: link ${a}-${b} through the words of ${node.slot}`);
        }
      }
    }
  });
}

test("the bridge is named beside it, clear of its messages, where nothing else is drawn", () => {
  for (const wide of [true, false]) for (let seed = 1; seed <= 60; seed += 1) {
    const { nodes, links, note, width, height } = layOut({ size: 10, edges: GRAPHS.clusters(dice(seed)), topology: "clusters", wide });
    const box = wide ? { x: note.x - 62, y: note.y - 12, w: 124, h: 24 } : { x: note.x - 23, y: note.y - 9, w: 46, h: 18 };
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= width && box.y + box.h <= height, `seed ${seed}: the bridge's name is on the felt`);
    for (const { a, b, curve, isBridge } of links) for (const point of steps(curve)) assert.ok(!inside(point, box, isBridge ? (wide ? 18 : 11) : 0), `seed ${seed}: link ${a}-${b} through the bridge's name`);
    for (const node of nodes) assert.ok(!overlap(box, node.box) && !overlap(box, emblem(node)), `seed ${seed}: the bridge's name on ${node.slot}`);
  }
});

test("a drawing for a phone is hardly higher than wide until the truth is stamped under it", () => {
  const { width, height, opened, stamp } = layOut({ size: 10, edges: GRAPHS.ring(dice(1)), topology: "ring", wide: false });
  assert.ok(height <= 1.25 * width);
  assert.ok(stamp.y - 54 * stamp.scale > 350 + 24 && stamp.y + 60 * stamp.scale < opened);
});

test("the same graph is always laid out alike", () => {
  const edges = GRAPHS.smallworld(dice(7));
  assert.deepEqual(layOut({ size: 10, edges, topology: "smallworld", wide: true }), layOut({ size: 10, edges, topology: "smallworld", wide: true }));
});

test("before the graph is known ten seats stand round an empty felt", () => {
  const { nodes, links } = layOut({ size: 10, edges: [], topology: "", wide: true });
  assert.equal(nodes.length, 10);
  assert.equal(links.length, 0);
});

test("the two halves stand left and right, and only the bridge goes across", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const edges = GRAPHS.clusters(dice(seed));
    const { nodes, links } = layOut({ size: 10, edges, topology: "clusters", wide: true });
    const across = links.filter(({ a, b }) => (nodes[a].x < 420) !== (nodes[b].x < 420));
    assert.equal(across.length, 1);
    assert.ok(across[0].isBridge);
  }
});

test("the bridge and the hubs are found, and nothing else is taken for one", () => {
  const clusters = GRAPHS.clusters(dice(3));
  assert.deepEqual(findBridge(10, clusters)?.bridge, clusters.at(-1));
  assert.equal(findBridge(10, GRAPHS.ring(dice(3))), null);
  assert.equal(findHubs(10, GRAPHS.hub(dice(3)))?.length, 3);
  assert.equal(findHubs(10, GRAPHS.ring(dice(3))), null);
});

test("a round trip follows links wherever there is one", () => {
  const edges = GRAPHS.ring(dice(11));
  const near = neighbours(10, edges);
  const order = roundTrip([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], near);
  order.forEach((slot, i) => assert.ok(near[slot].has(order[(i + 1) % 10])));
});

test("a link bends away from a seat on its way, and is trimmed at emblems and words", () => {
  const shape = (x, y) => ({ x, y, r: 10, box: { x: x - 20, y: y + 12, w: 40, h: 20 } });
  const [a, b, between] = [shape(0, 0), shape(200, 0), { x: 100, y: 4 }];
  const curve = bend(a, b, [between], 30);
  let nearest = Infinity;
  for (let t = 0; t <= 1; t += 0.02) nearest = Math.min(nearest, Math.hypot(along(curve, t).x - 100, along(curve, t).y - 4));
  assert.ok(nearest > 25);
  const short = trim(curve, a, b, 5);
  assert.ok(Math.hypot(short.from.x, short.from.y) >= 14);
  assert.equal(distance({ x: 50, y: 10 }, a, b), 10);
});

test("both directions of a link keep to their own lane", () => {
  const curve = { from: { x: 0, y: 0 }, by: { x: 50, y: 0 }, to: { x: 100, y: 0 } };
  assert.equal(Math.sign(onLane(curve, 0.5, 7).y), -Math.sign(onLane(reversed(curve), 0.5, 7).y));
});
