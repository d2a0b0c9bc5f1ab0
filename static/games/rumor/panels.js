// Under the table: the belief tide, what each seat claimed and believed by round, and after the end what a message did.

import { cog, h, put, s, seatClass, set, use } from "../../league/dom.js";
import { lean, signOf, toneOf, wordOf } from "./answers.js";
import { drawAftermath } from "./aftermath.js";
import { drawTide } from "./tide.js";
import { aliasOf, claimsByRound, scoreText, seatAt } from "./table.js";

/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("../../league/watch/state.js").Head} Head */
/** @typedef {{ tide: HTMLElement, scores: HTMLElement, rounds: HTMLElement, after: HTMLElement, looked: number | null }} Panels */

/** @param {HTMLElement} root @returns {Panels} */
export function mountPanels(root) {
  const tide = h("section.rm-tidebox", { "aria-labelledby": "tide-title" });
  const scores = h("section.rm-scores", { "aria-labelledby": "scores-title", hidden: true });
  const rounds = h("section.rm-rounds", { "aria-labelledby": "rounds-title" });
  const after = h("section.rm-after", { "aria-labelledby": "after-title", hidden: true });
  set(root, tide, scores, rounds, after);
  /** @type {Panels} */
  const panels = { tide, scores, rounds, after, looked: null };
  document.addEventListener("rumor:look", (event) => lookAt(panels, /** @type {CustomEvent} */ (event).detail));
  return panels;
}

/** @param {Panels} panels @param {Frame | null} frame @param {Head} head as it is now */
export function drawPanels(panels, frame, head) {
  const { tide, scores, rounds, after } = panels;
  drawTide(tide, head, frame);
  lookAt(panels, panels.looked);
  drawScores(scores, head, frame?.table ?? null);
  drawRounds(rounds, head, frame?.table ?? null);
  drawAftermath(after, head, frame);
}

/** Light the thread of the seat that is looked at. @param {Panels} panels @param {number | null} slot */
function lookAt(panels, slot) {
  panels.looked = slot;
  for (const chart of panels.tide.querySelectorAll(".rm-tide")) {
    chart.classList.toggle("has-focus", slot !== null);
    for (const node of chart.querySelectorAll("[data-slot]")) node.classList.toggle("lit", Number(node.getAttribute("data-slot")) === slot);
  }
}

/** What it came to, once the votes are open. @param {HTMLElement} root @param {Head} head @param {any} table */
function drawScores(root, head, table) {
  root.hidden = !table?.tally;
  if (!table?.tally) return set(root);
  const { scores } = table.tally;
  const order = [...head.order].sort((a, b) => scores[b] - scores[a]);
  set(root,
    h("div.headrule", null, h("h2", { id: "scores-title" }, "Scores"),
      h("p.small.muted", null, "Honest: 0.6 × how well the honest bloc did + 0.4 × own vote. A saboteur’s is the mirror, plus the neighbours it misled.")),
    h("div.tablewrap", { tabindex: "0", role: "region", "aria-label": "Score, vote and role of each seat, scrolls sideways" },
      h("table.table.rm-table", null, h("caption.sr-only", null, "Score, vote and role of each seat, best first"),
        h("thead", null, h("tr", null, h("th.r", { scope: "col" }, h("span", { "aria-hidden": "true" }, "#"), h("span.sr-only", null, "Rank")), h("th", { scope: "col" }, "Seat"),
          ...["Score, −1 to +1", "Vote", "Role"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", null, ...order.map((slot) => h("tr", null, h("td.r.num.is-fresh", null, rankText(scores, slot)), h("th", { scope: "row" }, who(head, slot)), ...tallyCells(table, slot)))))),
    ballot(head, table), h("p.small.muted", null, "Votes of saboteurs count for the room’s verdict and for no score. An equal score is an equal rank."));
}

/** @param {HTMLElement} root @param {Head} head @param {any} table */
function drawRounds(root, head, table) {
  set(root,
    h("div.headrule", null, h("h2", { id: "rounds-title" }, "Round by round"), h("p.small.muted", null, "Each round: the claim it made, and what it believed itself")),
    h("div.tablewrap", { tabindex: "0", role: "region", "aria-label": "Claims and beliefs by round, scrolls sideways" }, roundsTable(head, table)));
}

/** @param {Head} head @param {any} table */
function roundsTable(head, table) {
  const rounds = table?.rounds ?? head.config.rounds ?? 5;
  const claims = claimsByRound(table);
  return h("table.table.rm-table", null, h("caption.sr-only", null, "Claims and beliefs of each seat by round"),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "Seat"), h("th", { scope: "col" }, "Clue"),
      ...Array.from({ length: rounds }, (_, i) => h("th.c", { scope: "col" }, h("span.sr-only", null, "Round "), String(i + 1))))),
    h("tbody", null, ...head.order.map((slot) => h("tr", null,
      h("th", { scope: "row" }, who(head, slot)), h("td", null, h("span.rm-mind", null, table?.clues ? claimNode(table.question, table.clues[slot], true) : "–")),
      ...Array.from({ length: rounds }, (_, i) => cell(table, claims[i]?.[slot], table?.beliefs?.[i]?.[slot] ?? null))))));
}

/** `1=`, `7`: an equal score is an equal rank. @param {number[]} scores @param {number} slot */
export function rankText(scores, slot) {
  const rank = 1 + scores.filter((score) => score > scores[slot] + 1e-9).length;
  return `${rank}${scores.filter((score) => Math.abs(score - scores[slot]) < 1e-9).length > 1 ? "=" : ""}`;
}

/** @param {Head} head @param {number} slot */
function who(head, slot) {
  const seat = seatAt(head, slot);
  return h("span.who", null, cog(seat.alias), h(`b.${seatClass(seat.alias) || "seat"}`, null, seat.alias),
    h("span.rm-pol", null, seat.policy, " ", h("span.faint", null, seat.is_scripted ? "scripted" : `v${seat.version}`)));
}

/** @param {any} question @param {string | null} side @param {boolean} spoken */
function claimNode(question, side, spoken) {
  return h(`span.rm-claim.${toneOf(side)}`, null, use(signOf(side), "rm-sign"), h(spoken ? "b" : "span.sr-only", null, wordOf(question, side)));
}

/** @param {any} table @param {string | null | undefined} claim @param {number | null} belief */
function cell(table, claim, belief) {
  if (belief === null) return h("td.c.faint", null, "·");
  const { side, share } = lean(belief);
  const title = `Claimed ${claim === undefined ? "what this frame no longer holds" : wordOf(table.question, claim)}; believed ${side ? `${wordOf(table.question, side)} ${share} %` : "even"}`;
  const at = h("span.rm-dial.rm-mind", { title }, h("i"));
  put(at, "--at", `${100 - belief}%`);
  return h("td.c", null, h("span.rm-cell", null, claim === undefined ? null : claimNode(table.question, claim, false), h("span.sr-only", null, `, believed ${side ? `${wordOf(table.question, side)} ${share} %` : "even"}`), at));
}

/** @param {any} table @param {number} slot */
function tallyCells(table, slot) {
  const { tally, question } = table;
  const right = tally.votes[slot] === tally.truth;
  const score = tally.scores[slot];
  const misled = tally.local_wrong?.[slot];
  const isSaboteur = tally.roles[slot] === "saboteur";
  return [
    h("td.is-fresh.rm-scorecell", null, h("b.num", null, scoreText(score)), s("svg", { class: "rm-bar", viewBox: "0 0 96 16", "aria-hidden": "true" },
      s("path", { class: "rm-bar__track", d: "M0 8H96" }), s("rect", { class: score < 0 ? "rm-bar__bad" : "rm-bar__good", x: score < 0 ? 48 + 48 * score : 48, y: 3, width: Math.abs(48 * score), height: 10 }), s("path", { class: "rm-bar__zero", d: "M48 0V16" }))),
    h("td.is-fresh", null, claimNode(question, tally.votes[slot], true), h(`span.rm-verdict.${right ? "good" : "bad"}`, null, use(right ? "rm-tick" : "rm-cross", "rm-sign"), h("span.sr-only", null, right ? "right" : "wrong"))),
    h("td.is-fresh", null, isSaboteur ? h("span.rm-sab", null, use("rm-mask", "rm-sign rm-sign--mask"), h("b", null, "saboteur"), misled === null || misled === undefined ? null : h("span.muted.rm-misled", null, ` misled ${Math.round(misled * 100)} % near it`)) : "honest"),
  ];
}

/** Each vote with its reason, as it was written before anybody knew. @param {Head} head @param {any} table */
function ballot(head, table) {
  const { tally, question } = table;
  return h("div.rm-ballot.is-fresh", null, h("h3", null, "The ballot, each vote with its reason"), h("ul.rm-reasons", null, ...head.order.map((slot) => {
    const alias = aliasOf(head, slot);
    return h("li", null, cog(alias, "cog--s"), h("p", null, h(`b.alias.${seatClass(alias) || "seat"}`, null, alias), " ", claimNode(question, tally.votes[slot], true), tally.roles[slot] === "saboteur" ? h("span.muted.small", null, " saboteur") : null,
      h("span.rm-reason", null, tally.reasons[slot] || "gave no reason")));
  })));
}
