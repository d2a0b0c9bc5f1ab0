// The strip over the felt says in a sentence what is going on; the key under it explains the signs.

import { cog, h, icon, s, use } from "../../league/dom.js";
import { inWords } from "../../league/words.js";
import { signOf, toneOf, wordOf } from "./answers.js";
import { told } from "./story.js";
import { aliasOf, honestSeats } from "./table.js";

/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {import("../../league/watch/state.js").Frame} Frame */

/** The question with both answers; once it is out, the false one is struck. @param {any} question @param {string | null} truth */
export function questionNodes(question, truth) {
  const answer = (/** @type {"a" | "b"} */ side) => {
    const struck = truth !== null && truth !== side;
    return h(`span.rm-answer.${toneOf(side)}${struck ? ".is-struck" : ""}`, null, use(signOf(side), "rm-sign"),
      struck ? h("span.sr-only", null, "not ") : null, h(struck ? "s" : "span", null, wordOf(question, side)));
  };
  return h("p.rm-question", null, h("span.rm-q", null, `${question.text}…`), " ", h("span.rm-answers", null, answer("a"), h("span.rm-or", null, truth === null ? "or" : ""), answer("b")));
}

/** @param {Frame | null} frame @param {Head} head @param {boolean} live @returns {HTMLElement[]} */
export function toldNodes(frame, head, live) {
  const table = frame?.table ?? null;
  if (!table?.question) return [h("p.rm-question", null, head.status === "queued" ? "This table waits for its turn" : "The seats are taken"), h("p.rm-tell", null, told(frame, head))];
  const { tally } = table;
  const waits = live && table.to_act?.length ? h("span.rm-wait", null, icon("clock"), `${inWords(table.to_act.length)} thinking `, h("span.num.elapsed")) : null;
  if (!tally) return [questionNodes(table.question, null), h("p.rm-tell", null, told(frame, head), " ", waits)];
  const seats = honestSeats(head, tally).map(({ slot, right }) => h(`li.${right ? "is-right" : "is-wrong"}`, null, cog(aliasOf(head, slot), "cog--s"), use(right ? "rm-tick" : "rm-cross", "rm-sign"),
    h("span.sr-only", null, `${aliasOf(head, slot)} voted ${right ? "right" : "wrong"}`)));
  return [
    questionNodes(table.question, tally.truth),
    h("div.rm-tell.rm-tell--tally.is-fresh", null,
      h("p.rm-score", null, "Honest cogs ", h("b", null, String(tally.correct)), ` of ${tally.honest} right`), h("ul.rm-jury", { "aria-label": "Honest seats" }, ...seats),
      h("p.rm-saboteurs", null, told(frame, head))),
  ];
}

/** @param {any} table @returns {Element[]} */
export function keyNodes(table) {
  const key = (/** @type {Element} */ picture, /** @type {string} */ text) => h("span.rm-key__one", null, picture, text);
  const svg = (/** @type {string} */ viewBox, /** @type {number} */ width, /** @type {SVGElement[]} */ ...shapes) => s("svg", { viewBox, width, height: 20, class: "rm-key__art" }, ...shapes);
  if (table?.tally) {
    return [
      key(svg("0 0 44 20", 44, s("g", { class: table.tally.truth === "a" ? "rm-lie is-b" : "rm-lie is-a" }, s("path", { d: "M1 6H30V2L43 10 30 18V14H1Z", fill: `url(#rm-hatch${table.tally.truth === "a" ? "-b" : ""})` }))), "a lie, where it travelled"),
      key(svg("-20 -12 40 24", 30, s("g", { class: "rm-mask" }, s("use", { href: "#rm-mask", x: -20, y: -11, width: 40, height: 22 }))), "saboteur"),
      key(svg("0 0 24 20", 24, s("rect", { class: "rm-vote__paper", x: 1, y: 3, width: 22, height: 14, rx: 2 }), s("g", { class: "rm-vote is-a" }, s("circle", { class: "rm-vote__sign", cx: 12, cy: 10, r: 4 }))), "its vote, opened"),
    ];
  }
  return [
    key(svg("-12 -12 24 24", 20, s("g", { class: "rm-coin is-a" }, s("circle", { class: "rm-coin__rim", r: 11 }), s("circle", { class: "rm-coin__mill", r: 9.6 }), s("circle", { class: "rm-coin__face", r: 8.2 }))), "its clue"),
    key(svg("0 0 46 20", 46, s("rect", { class: "rm-meter__track", x: 2, y: 7, width: 42, height: 6, rx: 3 }), s("rect", { class: "rm-meter__fill is-a", x: 10, y: 7, width: 13, height: 6 }), s("path", { class: "rm-meter__mid", d: "M23 4v12" })), "what it believes, from even to sure"),
    key(svg("0 0 36 20", 36, s("g", { class: "rm-pulse is-a" }, s("circle", { class: "rm-pulse__head", cx: 8, cy: 10, r: 4 }), s("circle", { class: "rm-pulse__head", cx: 25, cy: 10, r: 8 }))), "a message: larger is surer"),
  ];
}
