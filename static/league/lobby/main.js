// The lobby: tables in play as miniatures that move, what just ended, and the tops of the ladders.

import { data, h, icon, keyed, s, say, set } from "../dom.js";
import { ago, placing, roster, scoreText, utc } from "../words.js";
import { address, connect } from "../watch/socket.js";
import { headline, idOf, place, reach, reduce, start, visible } from "./state.js";

const LINGER = 6000;
const page = /** @type {HTMLElement} */ (document.getElementById("main"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (page.querySelector(`[data-part="${name}"]`));
/** @type {Map<string, any>} */ const games = new Map();
/** @type {WeakMap<HTMLElement, import("./state.js").Table>} */ const drawn = new WeakMap();
let state = start(data("lobby"), page.dataset.show ?? "");

/** @param {{ type: string, [key: string]: any }} action */
async function send(action) {
  state = reduce(state, action);
  if (action.type === "gone") setTimeout(() => send({ type: "clear", episode: action.episode }), LINGER);
  await need();
  draw(action.type);
}

/** Load the drawing of every game that is on show; a game without one is shown in words. */
async function need() {
  for (const { head } of state.tables) {
    if (!games.has(head.game)) games.set(head.game, await import(`${page.dataset.games}${head.game}/mini.js`).catch(() => null));
  }
}

/** @param {string} what */
function draw(what) {
  const tables = visible(state);
  const playing = state.tables.filter((one) => !one.over);
  say(part("headline"), headline(playing.length));
  say(part("tables-count"), String(playing.length));
  say(part("watching-count"), String(playing.reduce((sum, one) => sum + one.watching, 0)));
  part("link").hidden = state.link !== "reconnecting";
  keyed(part("tables"), tables, (table) => String(idOf(table)), card, update);
  [...part("tables").children].forEach((node, i) => node.classList.toggle("tcard--lead", i === 0));
  part("empty").hidden = tables.length > 0;
  if (what === "results" || what === "lobby") {
    keyed(part("results"), state.results, (one) => String(one.episode), result);
    part("no-results").hidden = state.results.length > 0;
  }
  if (what === "tops" || what === "lobby") set(part("tops"), ...state.tops.map(top));
  for (const choice of part("choices").children) {
    if (/** @type {HTMLElement} */ (choice).dataset.show === state.show) choice.setAttribute("aria-current", "true");
    else choice.removeAttribute("aria-current");
  }
}

/** @param {import("./state.js").Table} table */
function card(table) {
  return h("article.tcard.card", null, h("a.tcard__a", { href: `/matches/${idOf(table)}/` },
    h("div.tcard__art"),
    h("div.tcard__b", null,
      h("p.tcard__k", null, h("span.kicker"), h("span.live", null, "Live")),
      h("h3"), h("p.tcard__s"), h("p.tcard__f"))));
}

/** @param {HTMLElement} node @param {import("./state.js").Table} table */
function update(node, table) {
  if (drawn.get(node) === table) return;
  drawn.set(node, table);
  const { head, frame } = table;
  const one = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (node.querySelector(selector));
  say(one(".kicker"), head.ladder?.title ?? head.title);
  const live = one(".tcard__k > :last-child");
  live.className = table.over ? "chip" : "live";
  say(live, table.over ? "Just ended" : "Live");
  say(one(".tcard__s"), `${roster(inOrder(head).map((/** @type {any} */ seat) => seat.policy))}.`);
  const game = games.get(head.game);
  if (!game) return;
  const art = one(".tcard__art");
  if (!art.querySelector(".mini__live")) set(art, game.miniature(head));
  game.drawMini(art.firstElementChild, head, frame);
  say(one("h3"), game.teaser(frame, head));
  const progress = game.progress(frame, head);
  set(one(".tcard__f"), h("span", null, progress.title),
    h("span.pips", { "aria-hidden": "true" }, ...Array.from({ length: progress.total > 16 ? 0 : progress.total }, (_, i) => h(i < progress.done ? "i.done" : i === progress.now ? "i.now" : "i"))),
    h("span.whead__n", null, icon("users"), h("span.num", null, String(table.watching)), h("span.sr-only", null, " watching")));
}

/** @param {any} head */
const inOrder = (head) => head.order.map((/** @type {number} */ slot) => head.seats.find((/** @type {any} */ seat) => seat.slot === slot));

/** @param {any} one */
function result(one) {
  const [best] = one.seats;
  return h("li.res", null, h("a", { href: one.url }, h("span.kicker", null, one.title), h("h3", null, one.headline),
    best ? h("p", null, best.score === null ? null : h("b.num", null, scoreText(best.score)), " ", h("span.muted", null, `${best.policy} ${placing(one.seats)}`)) : null),
  h("time.faint.tiny", { datetime: one.ended_at, title: utc(one.ended_at) }, ago(one.ended_at, Date.now())));
}

/** @param {any} one */
function top(one) {
  const node = h("section.ltop", { "aria-label": one.title }, h("h3", null, h("a", { href: one.url }, one.title)));
  if (!one.rows.length) {
    node.append(h("div.empty.empty--ladder", null, h("div", null, h("h4", null, "Nobody has a rank here yet"),
      h("p", null, `A policy gets a rank after ${one.provisional_below} rated matches.${one.nearest === null ? "" : ` The nearest has played ${one.nearest}.`} `, h("a.link", { href: page.dataset.submit }, "Enter yours")))));
    return node;
  }
  const far = reach(one.rows, one.break_even);
  node.append(h("table.table", null, h("caption.sr-only", null, `Top of the ladder ${one.title}: rank, policy, mean score and its 95 % interval`),
    h("thead.sr-only", null, h("tr", null, ...["Rank", "Policy", "Score", "Interval", "Matches"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, ...one.rows.map((/** @type {any} */ row) => h("tr", null,
      h("td.rk", null, String(row.rank)),
      h("th", { scope: "row" }, h(`span.sort${row.is_scripted ? ".scripted" : ""}`, { "aria-hidden": "true" }, row.policy.charAt(0)), h("a", { href: row.url }, row.policy)),
      h("td.num.r", null, scoreText(row.mean)),
      h("td.ivc", null, interval(row, one.break_even, far), h("span.sr-only", null, `${scoreText(row.low)} to ${scoreText(row.high)}`)),
      h("td.num.r.ltop__n", { title: `${row.episodes} rated matches` }, h("span", { "aria-hidden": "true" }, "n "), String(row.episodes)))))));
  return node;
}

/** @param {{ low: number, mean: number, high: number }} row @param {number} even @param {number} far */
function interval({ low, mean, high }, even, far) {
  const at = (/** @type {number} */ score) => place(score, even, far).toFixed(1);
  return s("svg", { class: "iv", viewBox: "0 0 100 18", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("path", { class: "iv__zero", d: "M50 0V18" }), s("path", { class: "iv__bar", d: `M${at(low)} 9H${at(high)}` }), s("path", { class: "iv__dot", d: `M${at(mean)} 9h0` }));
}

part("choices").addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(null, "", link.href);
  void send({ type: "show", show: link.dataset.show ?? "" });
});

const line = connect({
  url: () => address("/ws/lobby/"),
  onLink: (link) => void send({ type: "link", link }),
  onMessage: (message) => void send(/** @type {any} */ (message)),
});
addEventListener("online", () => line.nudge());
document.addEventListener("visibilitychange", () => { if (!document.hidden) line.nudge(); });
setInterval(() => {
  for (const time of part("results").querySelectorAll("time")) say(time, ago(time.dateTime, Date.now()));
}, 30_000);
await need();
draw("first");
page.dataset.ready = "yes";
