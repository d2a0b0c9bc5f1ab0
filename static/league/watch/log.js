// The log: one row per event, grouped into sections, shown up to the frame on show.

import { cog, h, icon, seatClass, set, use } from "../dom.js";
import { signed } from "../words.js";

/**
 * @typedef {{
 *   seq: number, section: { key: string, title: string, note: string } | null, kind: string,
 *   alias: string, lead: string, text: string, aside: string, glyph: string, say: string, call: boolean,
 *   chips: { text: string, tone: string, title: string }[],
 *   verdict: null | { good: boolean, title: string, text: string, detail: string, scores: { alias: string, points: number }[] },
 *   closes: string,
 * }} Row
 * @typedef {{ root: HTMLElement, list: HTMLElement, rows: { row: Row, node: HTMLElement }[], sections: Map<string, { node: HTMLDetailsElement, body: HTMLElement, note: HTMLElement, closes: [number, string] | null, opened: string }>, at: number }} Log
 */

const FILTERS = [["all", "All"], ["talk", "Talk"], ["calls", "Calls"]];

/** @param {HTMLElement} root @param {readonly (readonly string[])[]} [filters] what a game calls the choices @returns {Log} */
export function mountLog(root, filters = FILTERS) {
  const list = h("div.log__list", { tabindex: "0", role: "region", "aria-label": "Events of this match" });
  const choices = h("div.seg.seg--s", { role: "group", "aria-label": "Show in the log" },
    ...filters.map(([key, text]) =>
      h("button", { type: "button", "data-log": key, "aria-pressed": String(key === "all") }, text)));
  set(root, h("div.log__head", null, h("h2", { id: "log-title" }, "The log"), choices), list);
  root.setAttribute("aria-labelledby", "log-title");
  root.dataset.show = "all";
  choices.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    for (const other of choices.children) other.setAttribute("aria-pressed", String(other === button));
    root.dataset.show = button.dataset.log;
    for (const section of list.querySelectorAll("details")) if (button.dataset.log !== "all") section.open = true;
    list.scrollTop = list.scrollHeight;
  });
  return { root, list, rows: [], sections: new Map(), at: -1 };
}

/** Add rows that are new. @param {Log} log @param {Row[]} rows all rows so far, in order */
export function addRows(log, rows) {
  for (const row of rows.slice(log.rows.length)) {
    const node = rowNode(row);
    log.rows.push({ row, node });
    const section = row.section ? sectionFor(log, row) : null;
    if (section) {
      section.body.append(node);
      if (row.closes) section.closes = [row.seq, row.closes];
    } else log.list.append(h("ol.log__loose", null, node));
  }
}

/** @param {Log} log @param {Row} row */
function sectionFor(log, row) {
  const { key, title, note } = /** @type {NonNullable<Row["section"]>} */ (row.section);
  const known = log.sections.get(key);
  if (known) return known;
  const text = h("span.deal__s", null, note);
  const body = h("ol");
  const node = /** @type {HTMLDetailsElement} */ (h("details.deal", { open: true }, h("summary", null, h("span.deal__n", null, title), text), body));
  const section = { node, body, note: text, closes: null, opened: note };
  log.sections.set(key, section);
  log.list.append(node);
  return section;
}

/** Show the rows up to `at` and mark the one of `at`; a section that is passed closes. @param {Log} log @param {number} at @param {string} waiting who is thinking, or nothing */
export function showUpTo(log, at, waiting) {
  const before = log.at;
  log.at = at;
  let current = "";
  for (const { row, node } of log.rows) {
    const past = row.seq <= at;
    node.hidden = !past;
    node.classList.toggle("is-now", row.seq === at);
    if (row.seq === at) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    if (past && row.section) current = row.section.key;
  }
  let reached = true;
  for (const [key, section] of log.sections) {
    section.node.hidden = !reached;
    const done = section.closes !== null && section.closes[0] <= at;
    section.note.textContent = done && key !== current ? /** @type {[number, string]} */ (section.closes)[1] : section.opened;
    if (log.root.dataset.show === "all" && before !== at) section.node.open = key === current;
    if (key === current) reached = false;
  }
  if (!current) for (const section of log.sections.values()) section.node.hidden = true;
  for (const loose of log.list.querySelectorAll(".log__loose")) /** @type {HTMLElement} */ (loose).hidden = !loose.querySelector("li:not([hidden])");
  log.list.querySelector(".ev--wait")?.remove();
  if (waiting) {
    const target = log.sections.get(current)?.body ?? log.list;
    target.append(h("li.ev.ev--wait", null, h("span.ev__c", null, cog(waiting, "cog--s")), h("p", null, h(`span.alias.${seatClass(waiting) || "seat"}`, null, waiting), " is thinking")));
  }
  if (before !== at) log.list.scrollTop = log.list.scrollHeight;
}

/** @param {Row} row */
function rowNode(row) {
  const colour = seatClass(row.alias) || "seat";
  const link = h("a.ev__at.num", { href: `#e${row.seq}`, title: `Go to event ${row.seq}`, "aria-label": `Event ${row.seq}` }, String(row.seq));
  const chips = row.chips.map((chip) => h(`span.chip.chip--tiny.chip--${chip.tone}`, { title: chip.title }, chip.text));
  const head = row.alias
    ? h("p.ev__l", null, h(`span.alias.${colour}`, null, row.alias), " ", h(row.kind === "bid" ? "span.sr-only" : "span", null, row.lead), " ", ...chips,
      row.aside ? h("b.bidtxt", null, h("span.q", null, row.aside), row.glyph ? use(row.glyph, "gl") : null) : null, link)
    : h("p.ev__l.ev__l--note", null, h("span", null, row.text), link);
  const node = h(`li.ev.ev--${row.kind}`, null,
    h("span.ev__c", null, row.alias ? cog(row.alias, "cog--s") : row.kind === "end" ? icon("flag") : null),
    h("div", null, head, row.verdict ? verdictNode(row.verdict) : null, row.say ? h("q.say", null, row.say) : null));
  if (row.call) node.classList.add("ev--ch", row.verdict?.good ? "is-held" : "is-caught");
  if (row.say) node.classList.add("has-say");
  return node;
}

/** @param {NonNullable<Row["verdict"]>} verdict */
function verdictNode(verdict) {
  return h("div.verd", null,
    h("p.verd__h", null, icon(verdict.good ? "check" : "x"), verdict.title),
    h("p.verd__n", null, h("span", null, verdict.text), h("span.who2", null, verdict.detail),
      h("span.delta", null, ...verdict.scores.flatMap(({ alias, points }) => [
        h(`span.alias.${seatClass(alias) || "seat"}`, null, alias), " ", h(`b.num.${points > 0 ? "good" : "bad"}`, null, signed(points)), " "]))));
}
