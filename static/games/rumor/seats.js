// One seat on the felt: its emblem, clue, belief, vote and, at the tally, its role and score.

import { put, s, seatClass } from "../../league/dom.js";
import { lean, signOf, toneOf, wordOf } from "./answers.js";
import { coin, sign } from "./paints.js";
import { seatLabel } from "./story.js";
import { aliasOf, beliefOf, scoreText } from "./table.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Node} Node */
/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {{ table: any, event: any, shown: boolean, rank: number }} Sight what is on show; `rank` is the seat's turn when votes open */

/** @param {Head} head @param {Layout} layout @param {Node} node */
export function buildSeat(head, layout, node) {
  const { slot, x, y, r } = node;
  const alias = aliasOf(head, slot);
  const key = alias.toLowerCase();
  const colour = seatClass(alias);
  return s("g", { class: `rm-seat ${colour}${head.judged === slot ? " is-judged" : ""}`.trim(), tabindex: 0, role: "button", "aria-pressed": "false", "data-slot": slot },
    s("circle", { class: "rm-seat__ring", cx: x, cy: y, r: r + 6 }), s("circle", { class: "rm-seat__shadow", cx: x, cy: y + 3, r }),
    s("svg", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, viewBox: "0 0 48 48", class: "rm-emblem" }, s("use", { href: colour ? `#cog-${key}` : "#mark" })),
    s("g", { class: "rm-seat__live" }), head.judged === slot ? judgedTag(layout, node) : null);
}

/** In a duel: this is the seat whose play is compared. Away from its name and clear of its coin. @param {Layout} layout @param {Node} node */
function judgedTag({ wide, terse }, { x, y, r, label }) {
  const w = wide ? (terse ? 72 : 62) : 54;
  const h = wide ? (terse ? 25 : 20) : 17;
  const away = r + (wide ? 20 : 16);
  return s("g", { class: "rm-judged", "aria-hidden": "true", transform: `translate(${x.toFixed(1)} ${(y + (label === "above" ? away : -away)).toFixed(1)})` },
    s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 3 }), s("text", { "text-anchor": "middle", y: wide && terse ? 5.5 : 4.5 }, "judged"));
}

/** @param {SVGElement} seat @param {Head} head @param {Layout} layout @param {Node} node @param {Sight} sight */
export function drawSeat(seat, head, layout, node, sight) {
  const { table, event, shown } = sight;
  const { slot, x, y, r } = node;
  const tally = table?.tally ?? null;
  const spoke = event?.seat === slot && event?.claim !== undefined;
  const wrong = tally && tally.votes[slot] !== tally.truth;
  const classes = { "is-talking": spoke, "is-saboteur": tally?.roles[slot] === "saboteur", "is-wrong": Boolean(wrong), "is-right": Boolean(tally && !wrong) };
  for (const [name, on] of Object.entries(classes)) seat.classList.toggle(name, Boolean(on));
  seat.setAttribute("aria-label", seatLabel(table, head, slot, shown || Boolean(tally)));
  put(seat, "--k", sight.rank);
  const live = /** @type {SVGElement} */ (seat.querySelector(".rm-seat__live"));
  const parts = [];
  if (tally?.roles[slot] === "saboteur") parts.push(s("g", { class: "rm-mask" }, s("use", { href: "#rm-mask", x: x - r * 0.9, y: y - r * 0.58, width: r * 1.8, height: r })));
  if (table?.clues && (shown || tally)) {
    const out = node.label === "right" || (node.label !== "left" && x > layout.width / 2) ? 1 : -1;
    const up = node.label === "above" || y > layout.height * 0.6 ? 1 : -1;
    parts.push(coin(table.clues[slot], x + out * r * 0.76, y + (layout.wide ? up : -1) * r * 0.8, layout.wide ? 13 : 9.5));
  }
  parts.push(...(tally ? opened(layout, node, aliasOf(head, slot), table) : words(layout, node, aliasOf(head, slot), table, shown)));
  if (table?.sealed?.[slot] && !tally) parts.push(envelope(layout, node));
  live.replaceChildren(...parts);
}

/** Where words begin, and how they are aligned. @param {Layout} layout @param {Node} node */
function lines({ wide }, { label, box }) {
  /** @type {"start" | "end" | "middle"} */ const anchor = label === "left" ? "end" : label === "right" ? "start" : "middle";
  const x = label === "left" ? box.x + box.w : label === "right" ? box.x : box.x + box.w / 2;
  return { anchor, x, left: label === "left" ? box.x + box.w - (wide ? 118 : 52) : label === "right" ? box.x : box.x + box.w / 2 - (wide ? 57 : 26), top: box.y, step: wide ? 19 : 15 };
}

/** @param {string} name @param {number} x @param {number} y @param {string} anchor @param {...(string | SVGElement)} text */
const text = (name, x, y, anchor, ...text) => s("text", { class: name, x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor }, ...text);

/** Name, belief and meter. @param {Layout} layout @param {Node} node @param {string} alias @param {any} table @param {boolean} shown */
function words(layout, node, alias, table, shown) {
  const { anchor, x, left, top, step } = lines(layout, node);
  const name = text("rm-name", x, top + (layout.wide ? 20 : 13), anchor, alias);
  const belief = table ? beliefOf(table, node.slot) : null;
  if (!table?.question || !shown) return [name];
  const row = top + (layout.wide ? 20 : 13) + step;
  if (belief === null) return [name, text("rm-belief", x, row, anchor, !layout.terse ? `clue: ${wordOf(table.question, table.clues[node.slot])}` : wordOf(table.question, table.clues[node.slot]))];
  const { side, share } = lean(belief);
  const figure = s("tspan", { class: "num" }, String(share));
  const said = layout.terse && layout.wide
    ? [sign(signOf(side), anchor === "end" ? x - 62 : x + 8, row - 6, 14, `rm-bsign ${toneOf(side)}`), text("rm-belief", anchor === "end" ? x : x + 20, row, anchor, figure, " %")]
    : layout.wide
    ? [text("rm-belief", x, row, anchor, side ? `${wordOf(table.question, side)} ` : "even ", figure, " %")]
    : [sign(signOf(side), x + { start: 5, end: -42, middle: -19 }[anchor], row - 4.5, 10, `rm-bsign ${toneOf(side)}`), text("rm-belief", anchor === "end" ? x : x + (anchor === "start" ? 14 : -9), row, anchor === "end" ? "end" : "start", figure, " %")];
  return [name, ...said, meter(layout.wide, left, row + (layout.wide ? 15 : 9), belief)];
}

/** From even in the middle to sure at an end. @param {boolean} wide @param {number} left @param {number} y @param {number} belief */
function meter(wide, left, y, belief) {
  const length = wide ? 80 : 52;
  const start = wide ? left + 17 : left;
  const middle = start + length / 2;
  const { side, share } = lean(belief);
  const fill = ((share - 50) / 50) * (length / 2);
  const h = wide ? 8 : 5;
  return s("g", { class: "rm-meter" },
    s("rect", { class: "rm-meter__track", x: start, y: y - h / 2, width: length, height: h, rx: h / 2 }),
    side ? s("rect", { class: `rm-meter__fill ${toneOf(side)}`, x: side === "a" ? middle - fill : middle, y: y - h / 2, width: Math.max(0.1, fill), height: h }) : null,
    s("path", { class: "rm-meter__mid", d: `M${middle} ${y - h / 2 - 3}v${h + 6}` }),
    wide ? sign("rm-disc", left + 7, y, 11, `rm-meter__end is-a${side === "a" ? " on" : ""}`) : null,
    wide ? sign("rm-diamond", start + length + 10, y, 11, `rm-meter__end is-b${side === "b" ? " on" : ""}`) : null);
}

/** @param {Layout} layout @param {Node} node */
function envelope({ wide, width }, { x, y, r }) {
  const w = wide ? 40 : 27;
  const inward = x < width / 2 ? 1 : -1;
  return s("g", { class: "rm-env", transform: `translate(${(x + inward * r * 0.62).toFixed(1)} ${(y + r * 0.62).toFixed(1)})` },
    s("use", { href: "#rm-envelope", x: -w / 2, y: -w * 0.35, width: w, height: w * 0.7 }));
}

/** Name, opened vote, score and role. @param {Layout} layout @param {Node} node @param {string} alias @param {any} table */
function opened(layout, node, alias, table) {
  const { anchor, x, left, top } = lines(layout, node);
  const { tally, question } = table;
  const vote = tally.votes[node.slot];
  const right = vote === tally.truth;
  const isSaboteur = tally.roles[node.slot] === "saboteur";
  const isTerse = layout.wide && layout.terse; // the words of the answers stand above, and long ones do not fit here
  const w = isTerse ? 64 : layout.wide ? 118 : 46;
  const h = layout.wide ? 23 : 18;
  const y = top + (layout.wide ? 25 : 17);
  const score = scoreText(tally.scores[node.slot]);
  const row = y + h + (layout.wide ? 16 : 13);
  const role = s("tspan", { class: "rm-role" }, anchor === "end" ? "saboteur " : " saboteur");
  const figure = s("tspan", { class: "num" }, score);
  const from = layout.terse ? { start: x, end: x - w, middle: x - w / 2 }[anchor] : left;
  return [
    text("rm-name", x, top + (layout.wide ? 18 : 13), anchor, alias),
    s("g", { class: `rm-vote ${toneOf(vote)}` },
      s("rect", { class: "rm-vote__paper", x: from.toFixed(1), y, width: w, height: h, rx: 2 }),
      sign(signOf(vote), from + (isTerse ? 17 : 13), y + h / 2, isTerse ? 16 : layout.wide ? 12 : 11, "rm-vote__sign"),
      layout.wide && !isTerse ? text("rm-vote__word", from + 24, y + 16, "start", wordOf(question, vote)) : null,
      sign(right ? "rm-tick" : "rm-cross", from + w - (isTerse ? 17 : layout.wide ? 11 : 13), y + h / 2, isTerse ? 17 : layout.wide ? 13 : 12, "rm-vote__mark")),
    text("rm-score", x, row, anchor, ...(isSaboteur && layout.wide && !isTerse ? (anchor === "end" ? [role, figure] : [figure, role]) : [figure])),
  ];
}
