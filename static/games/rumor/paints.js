// Signs, chalk and felt: put into the page once, used by the stage, the panels and the miniature.

import { s } from "../../league/dom.js";

const stop = (/** @type {string} */ offset, /** @type {string} */ name) => s("stop", { offset, class: name });
const symbol = (/** @type {string} */ id, /** @type {string} */ viewBox, /** @type {SVGElement[]} */ ...shapes) => s("symbol", { id, viewBox }, ...shapes);
const path = (/** @type {string} */ d, /** @type {Record<string, unknown>} */ look = {}) => s("path", { d, ...look });

/** Noise that wears a drawing like chalk or stamp ink. @param {string} id @param {string} frequency @param {number} seed @param {number} scale @param {string} wear */
function worn(id, frequency, seed, scale, wear) {
  return s("filter", { id, x: "-5%", y: "-10%", width: "110%", height: "120%", "color-interpolation-filters": "sRGB" },
    s("feTurbulence", { type: "fractalNoise", baseFrequency: frequency, numOctaves: 2, seed, result: "n" }),
    s("feDisplacementMap", { in: "SourceGraphic", in2: "n", scale, result: "d" }),
    s("feColorMatrix", { in: "n", values: `0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ${wear}`, result: "m" }),
    s("feComposite", { in: "d", in2: "m", operator: "in" }));
}

/** Put the paints into the page once. */
export function ensurePaints() {
  if (document.getElementById("rm-disc")) return;
  document.body.prepend(s("svg", { class: "rm-paints", width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
    symbol("rm-disc", "-10 -10 20 20", s("circle", { r: 7.6 })),
    symbol("rm-diamond", "-10 -10 20 20", path("M0-9.4 9.4 0 0 9.4-9.4 0Z")),
    symbol("rm-none", "-10 -10 20 20", s("circle", { r: 6.4, fill: "none", stroke: "currentColor", "stroke-width": 2.4, "stroke-dasharray": "3.4 3.3" })),
    symbol("rm-tick", "0 0 24 24", path("M4.5 12.8 9.6 18 19.5 6.6", { fill: "none", stroke: "currentColor", "stroke-width": 3.4, "stroke-linecap": "round", "stroke-linejoin": "round" })),
    symbol("rm-cross", "0 0 24 24", path("M6 6 18 18M18 6 6 18", { fill: "none", stroke: "currentColor", "stroke-width": 3.4, "stroke-linecap": "round" })),
    symbol("rm-mask", "-20 -11 40 22", path("M-19-6C-13-11-6-9 0-6 6-9 13-11 19-6 20 2 15 10 8 10 4 10 2 6 0 3-2 6-4 10-8 10-15 10-20 2-19-6ZM-13.4-.6C-11-4-6-3.6-4-.2-6.4 3-11 3-13.4-.6ZM13.4-.6C11-4 6-3.6 4-.2 6.4 3 11 3 13.4-.6Z", { "fill-rule": "evenodd" })),
    symbol("rm-envelope", "0 0 40 28", path("M2 2H38V26H2Z", { class: "rm-env__paper" }), path("M2 26 16 13M38 26 24 13", { class: "rm-env__fold" }), path("M2 2 20 17 38 2Z", { class: "rm-env__flap" }), s("circle", { cx: 20, cy: 15.5, r: 4.6, class: "rm-env__seal" })),
    s("defs", null,
      s("radialGradient", { id: "rm-lamp", cx: ".5", cy: ".42", r: ".72" }, stop("0", "rm-lamp-in"), stop("1", "rm-lamp-out")),
      s("filter", { id: "rm-nap", x: 0, y: 0, width: "100%", height: "100%" }, s("feTurbulence", { type: "fractalNoise", baseFrequency: ".9", numOctaves: 2, seed: 4 }), s("feColorMatrix", { values: "0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 .5 -.16" })),
      worn("rm-chalk", ".55 .7", 11, 2.4, "-3.2 2.6"), worn("rm-chalk-text", ".8", 3, 1.1, "-2.4 2.3"), worn("rm-ink", ".5", 7, 0, "-3.2 2.85"),
      s("pattern", { id: "rm-hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("rect", { class: "rm-hatch-a", width: 7, height: 7 }), s("rect", { class: "rm-hatch-ink", width: 3.2, height: 7 })),
      s("pattern", { id: "rm-hatch-b", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("rect", { class: "rm-hatch-b", width: 7, height: 7 }), s("rect", { class: "rm-hatch-ink", width: 3.2, height: 7 })))));
}

/** A sign of the page's set, in an SVG at a place. @param {string} id @param {number} x its middle @param {number} y @param {number} size @param {string} name */
export const sign = (id, x, y, size, name) => s("use", { href: `#${id}`, x: (x - size / 2).toFixed(1), y: (y - size / 2).toFixed(1), width: size, height: size, class: name });

/** A clue as a brass coin with the answer's sign. @param {string} side @param {number} x @param {number} y @param {number} r */
export function coin(side, x, y, r) {
  const mark = side === "a"
    ? s("path", { class: "rm-coin__glint", d: `M${-0.62 * r} ${-0.18 * r}A${0.66 * r} ${0.66 * r} 0 0 1 ${0.12 * r} ${-0.56 * r}` })
    : s("path", { class: "rm-coin__mark", d: `M0 ${-0.7 * r}L${0.7 * r} 0 0 ${0.7 * r} ${-0.7 * r} 0Z` });
  return s("g", { class: `rm-coin is-${side}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    s("circle", { class: "rm-coin__rim", r }), s("circle", { class: "rm-coin__mill", r: r * 0.88 }), s("circle", { class: "rm-coin__face", r: r * 0.74 }), mark);
}
