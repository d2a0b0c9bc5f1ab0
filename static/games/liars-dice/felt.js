// The table itself, as SVG: a wooden rail around felt, a little wider towards the viewer.

import { s } from "../../league/dom.js";

/** @param {number} x @param {number} y @param {number} a half the width @param {number} b half the height */
export function outline(x, y, a, b) {
  const points = [];
  for (let i = 0; i < 96; i += 1) {
    const t = (i / 96) * 2 * Math.PI;
    const [c, d] = [Math.cos(t), Math.sin(t)];
    const power = 2 / 3.4;
    const dy = Math.sign(d) * Math.abs(d) ** power;
    const dx = Math.sign(c) * Math.abs(c) ** power * (1 + 0.07 * dy);
    points.push(`${(x + a * dx).toFixed(1)} ${(y + b * dy).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}

/** Paints that both drawings use; ids are taken once per page. */
export function paints() {
  const stop = (/** @type {string} */ offset, /** @type {string} */ paint) => s("stop", { offset, class: `paint-${paint}` });
  return s("svg", { class: "paints", width: 0, height: 0, "aria-hidden": "true", focusable: "false" }, s("defs", null,
    s("radialGradient", { id: "lamp", cx: ".5", cy: ".42", r: ".62" }, stop("0", "felt-3"), stop(".62", "felt"), stop("1", "felt-2")),
    s("linearGradient", { id: "rail", x1: 0, y1: 0, x2: 0, y2: 1 }, stop("0", "wood-3"), stop(".5", "wood"), stop("1", "wood-3")),
    s("linearGradient", { id: "lth", x1: 0, y1: 0, x2: 1, y2: 0 }, stop("0", "leather-2"), stop(".32", "leather-3"), stop(".7", "leather"), stop("1", "leather-2")),
    s("filter", { id: "soft", x: "-10%", y: "-10%", width: "120%", height: "130%" }, s("feGaussianBlur", { stdDeviation: 14 })),
    s("pattern", { id: "nap", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(32)" },
      s("path", { d: "M0 1h2M3 3.5h1.5", stroke: "#fff", "stroke-opacity": ".035", "stroke-width": ".8" })),
  ));
}

/** Put the paints into the page once. */
export function ensurePaints() {
  if (!document.getElementById("lamp")) document.body.prepend(paints());
}

/** The stage's table. @param {{ print: readonly string[] }} options words printed on the felt */
export function felt({ print }) {
  const [x, y] = [413, 276];
  const shape = (/** @type {number} */ a, /** @type {number} */ b, /** @type {Record<string, unknown>} */ look, dy = 0) =>
    s("path", { d: outline(x, y + dy, a, b), ...look });
  const arrow = (/** @type {string} */ place) =>
    s("path", { d: "M-5 -6L6 0L-5 6Z", transform: place, class: "fill-brass" });
  return s("svg", { class: "felt", viewBox: "0 0 826 590", preserveAspectRatio: "none", "aria-hidden": "true" },
    shape(390, 254, { fill: "#000", opacity: ".28", filter: "url(#soft)" }, 34),
    shape(390, 254, { class: "fill-wood-2" }, 24),
    shape(390, 254, { class: "fill-wood-2" }, 12),
    shape(390, 254, { fill: "url(#rail)" }),
    shape(388, 252.2, { fill: "none", stroke: "#fff", "stroke-opacity": ".13", "stroke-width": 1.5 }),
    shape(375, 240.2, { class: "line-brass-2", fill: "none", "stroke-width": 3 }),
    shape(375, 240.2, { class: "line-brass", fill: "none", "stroke-width": 1.2 }, -0.6),
    shape(362, 228.2, { fill: "#000", "fill-opacity": ".5" }, -3),
    shape(360, 226.4, { fill: "url(#lamp)" }),
    shape(360, 226.4, { fill: "url(#nap)" }),
    shape(346, 213.5, { class: "line-felt", fill: "none", "stroke-width": 1, opacity: ".55" }),
    s("ellipse", { cx: x, cy: y, rx: 226, ry: 100, fill: "#000", "fill-opacity": ".08", class: "line-felt", "stroke-width": 1.4 }),
    s("ellipse", { cx: x, cy: y, rx: 232, ry: 106, fill: "none", class: "line-felt", "stroke-width": ".8", opacity: ".7" }),
    s("g", { class: "feltprint" },
      s("use", { href: "#mark", x: x - 27, y: 92, width: 54, height: 54, class: "feltprint__mark" }),
      ...print.map((words, i) => s("text", { x, y: 424 + 18 * i, "text-anchor": "middle", class: "feltprint__words" }, words)),
      s("path", { d: `M383 405h60M383 ${417 + 18 * print.length}h60`, class: "line-felt feltprint__words", fill: "none" })),
    arrow(`translate(${x} 31)`), arrow(`translate(794 ${y}) rotate(90)`),
    arrow(`translate(${x} 521) rotate(180)`), arrow(`translate(32 ${y}) rotate(270)`));
}

/** A leather cup: closed, or only its outline. */
export function cup() {
  const body = "M36 16C36 9 52 5 75 5s39 4 39 11l17 92c0 9-25 15-56 15s-56-6-56-15z";
  return s("svg", { class: "cup", viewBox: "0 0 150 126", "aria-hidden": "true" },
    s("g", { class: "cup__solid" },
      s("path", { d: body, fill: "url(#lth)" }),
      s("path", { d: "M36 16c0 6 17 10 39 10s39-4 39-10-16-11-39-11-39 5-39 11z", class: "fill-leather-3" }),
      s("path", { d: "M41 15.5c0 4 15 7 34 7s34-3 34-7", fill: "none", class: "line-leather-2", "stroke-width": 1.5, "stroke-dasharray": "3 3" }),
      s("path", { d: "M23.5 86c6 8 26 13 51.5 13s45.5-5 51.5-13", fill: "none", class: "line-leather-3", "stroke-width": 1.6, "stroke-dasharray": "4 3.5" }),
      s("path", { d: "M19 106c0 9 25 15.5 56 15.5s56-6.5 56-15.5", fill: "none", class: "line-brass", "stroke-width": 3.5 })),
    s("g", { class: "cup__ghost" }, s("path", { d: body }), s("path", { d: "M36 16c0 6 17 10 39 10s39-4 39-10" })));
}
