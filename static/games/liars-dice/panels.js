// Under the table: the line score, and after the end the audit of who went easy on whom.

import { cog, h, put, seatClass, set } from "../../league/dom.js";
import { signed } from "../../league/words.js";
import { aliasOf, seatAt } from "./story.js";

/** @typedef {import("../../league/watch/state.js").Frame} Frame */
/** @typedef {import("../../league/watch/state.js").Head} Head */

/** @param {HTMLElement} root @param {Head} head */
export function mountPanels(root, head) {
  const score = h("section.line", { "aria-labelledby": "line-title" },
    h("div.headrule", null, h("h2", { id: "line-title" }, "Line score"), h("p.small.muted", null, "0.500 is break even")));
  const table = h("div.tablewrap", { tabindex: "0", role: "region", "aria-label": "Points by deal, scrolls sideways" });
  score.append(table);
  const audit = h("section.audit", { "aria-labelledby": "audit-title", hidden: true });
  set(root, score, audit);
  return { head, table, audit };
}

/** @param {{ head: Head, table: HTMLElement, audit: HTMLElement }} panels @param {Frame | null} frame */
export function drawPanels({ head, table, audit }, frame) {
  set(table, lineScore(head, frame?.table ?? null));
  const facts = frame?.table.audit ?? null;
  audit.hidden = !facts;
  if (facts) set(audit, ...auditNodes(head, facts));
}

/** @param {Head} head @param {number} slot */
function who(head, slot) {
  const seat = seatAt(head, slot);
  return h("span.who", null, cog(seat.alias), h(`b.${seatClass(seat.alias) || "seat"}`, null, seat.alias),
    h("span.ls__pol", null, seat.policy, " ", h("span.faint", null, seat.is_scripted ? "scripted" : `v${seat.version}`)));
}

/** @param {Head} head @param {any} table */
function lineScore(head, table) {
  const deals = head.config.deals;
  const line = table?.line ?? [];
  const over = table?.phase === "over";
  const current = over || !table || table.deal === null ? -1 : table.deal;
  const order = [...head.order].sort((a, b) => (table?.points[b] ?? 0) - (table?.points[a] ?? 0));
  const cells = (/** @type {number} */ slot) => Array.from({ length: deals }, (_, deal) => {
    const points = line[deal]?.[slot];
    if (points === undefined) return h(`td.num.c.faint${deal === current ? ".now" : ".fut"}`);
    const tone = points > 0 ? ".good" : points < 0 ? ".bad" : ".faint";
    return h(`td.num.c${tone}${deal === line.length - 1 ? ".is-fresh" : ""}`, null, points === 0 ? "·" : signed(points));
  });
  return h("table.table.ls", null,
    h("caption.sr-only", null, "Points by deal"),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "Seat"),
      ...Array.from({ length: deals }, (_, deal) =>
        h(`th.c${deal === current ? ".is-cur" : deal >= line.length ? ".fut" : ""}`, { scope: "col" }, h("span.sr-only", null, "Deal "), String(deal + 1))),
      h("th.r", { scope: "col" }, "Score"), h("th.r.ls__ph", { scope: "col" }, "Points"))),
    h("tbody", null, ...order.map((slot) => h("tr", null,
      h("th", { scope: "row" }, who(head, slot)), ...cells(slot),
      h("td.num.r.is-fresh", null, (table?.scores[slot] ?? 0.5).toFixed(3)),
      h("td.num.r.ls__p", null, h("span.is-fresh", null, signed(table?.points[slot] ?? 0)))))));
}

/** The pair that gave most away, or null. @param {{ faced: number[][], exp_loss: number[][] }} facts @returns {{ a: number, b: number, loss: number } | null} */
export function softest(facts) {
  /** @type {{ a: number, b: number, loss: number } | null} */
  let best = null;
  facts.exp_loss.forEach((row, a) => row.forEach((loss, b) => {
    if (a !== b && facts.faced[a][b] > 0 && loss > (best?.loss ?? 0)) best = { a, b, loss };
  }));
  return best;
}

/** What one pair did, in a sentence. @param {Head} head @param {any} facts @param {number} a @param {number} b */
export function pairSentence(head, facts, a, b) {
  const [from, to] = [aliasOf(head, a), aliasOf(head, b)];
  const faced = facts.faced[a][b];
  if (!faced) return `${from} never faced a bid by ${to}.`;
  return `${from} faced ${to}’s bids ${faced} time${faced === 1 ? "" : "s"}, challenged ${facts.challenged[a][b]}, took ${signed(facts.net[a][b])} points and gave up ${facts.exp_loss[a][b].toFixed(2)} points a facing by not challenging.`;
}

/** @param {Head} head @param {any} facts */
function auditNodes(head, facts) {
  const top = softest(facts);
  const most = Math.max(0.01, ...facts.exp_loss.flat());
  const finding = !top ? "Nobody let a doubtful bid pass"
    : `${aliasOf(head, top.a)} went easiest on ${aliasOf(head, top.b)}`;
  const told = h("p.audit__told", { "aria-live": "polite" }, top ? pairSentence(head, facts, top.a, top.b) : "Every bid that was waved through was as likely true as not.");
  const cell = (/** @type {number} */ a, /** @type {number} */ b) => {
    if (a === b) return h("td.heat.heat--self", null, h("span.sr-only", null, "itself"));
    const faced = facts.faced[a][b];
    const loss = facts.exp_loss[a][b];
    const strength = loss / most;
    const button = h("button.heat__b", { type: "button" }, h("b.num", null, faced ? loss.toFixed(2) : "–"), h("span.heat__n", null, `n ${faced}`),
      h("span.sr-only", null, pairSentence(head, facts, a, b)));
    const isDark = strength > 0.6; // no tone between, so that words on it stay readable in both themes
    put(button, "--v", (isDark ? 0.7 + 0.55 * (strength - 0.6) : 0.55 * strength).toFixed(3));
    button.classList.toggle("is-dark", isDark);
    for (const name of ["click", "mouseenter", "focus"]) button.addEventListener(name, () => { told.textContent = pairSentence(head, facts, a, b); });
    const node = h("td.heat", null, button);
    if (top && top.a === a && top.b === b) node.classList.add("is-top");
    return node;
  };
  const emblem = (/** @type {number} */ slot) => h("span.who", null, cog(aliasOf(head, slot), "cog--s"), h(`b.${seatClass(aliasOf(head, slot)) || "seat"}`, null, aliasOf(head, slot)));
  return [
    h("div.headrule", null, h("h2", { id: "audit-title" }, finding), h("p.small.muted", null, "the soft-play audit")),
    h("p.small.muted.audit__how", null, "Points given up, for each bid faced, by not challenging what its own hand said was probably false. One match is a small sample: n is how often each pair met."),
    h("div.tablewrap", { tabindex: "0", role: "region", "aria-label": "Audit by pair, scrolls sideways" },
      h("table.table.heatmap", null, h("caption.sr-only", null, "Expected points given up per facing, by seat and opponent"),
        h("thead", null, h("tr", null, h("td.heat__corner", null, "went easy on →"), ...head.order.map((b) => h("th", { scope: "col" }, emblem(b))), h("th.r", { scope: "col" }, "Bluffs"))),
        h("tbody", null, ...head.order.map((a) => h("tr", null, h("th", { scope: "row" }, emblem(a)), ...head.order.map((b) => cell(a, b)),
          h("td.num.r", { title: `${Math.round(facts.bluff_rate[a] * 100)} % of ${aliasOf(head, a)}’s bids were false when made` }, `${Math.round(facts.bluff_rate[a] * 100)} %`)))))),
    told,
  ];
}
