// What the lobby knows: a pure reducer over what the server pushes.

/**
 * @typedef {{ head: any, frame: any | null, watching: number, over?: boolean }} Table
 * @typedef {{ tables: Table[], results: any[], tops: any[], link: string, show: string }} State
 */

/** @param {any} lobby @param {string} show @returns {State} */
export function start(lobby, show = "") {
  return { tables: lobby.tables, results: lobby.results, tops: lobby.tops, link: "connecting", show };
}

/** @param {Table} table */
export const idOf = (table) => table.head.episode;

/** @param {State} state @param {{ type: string, [key: string]: any }} action @returns {State} */
export function reduce(state, action) {
  switch (action.type) {
    case "lobby": return { ...state, tables: merge(state.tables, action.tables), results: action.results, tops: action.tops };
    case "table": return { ...state, tables: take(state.tables, action.table) };
    case "gone": return { ...state, tables: state.tables.map((one) => (idOf(one) === action.episode ? { ...one, over: true } : one)) };
    case "clear": return { ...state, tables: state.tables.filter((one) => !(one.over && idOf(one) === action.episode)) };
    case "results": return { ...state, results: action.results };
    case "tops": return { ...state, tops: action.tops };
    case "link": return { ...state, link: action.link };
    case "show": return { ...state, show: action.show };
    default: return state;
  }
}

/** One table is new or moved on; a frame never goes back. @param {Table[]} tables @param {Table} table */
function take(tables, table) {
  const at = tables.findIndex((one) => idOf(one) === idOf(table));
  if (at < 0) return [...tables, table];
  const old = tables[at];
  const frame = (table.frame?.seq ?? 0) >= (old.frame?.seq ?? 0) ? table.frame : old.frame;
  return tables.map((one, i) => (i === at ? { ...table, frame } : one));
}

/** After a reconnect: those that are gone leave, the rest keep their places. @param {Table[]} tables @param {Table[]} fresh */
function merge(tables, fresh) {
  const ids = new Set(fresh.map(idOf));
  return fresh.reduce(take, tables.filter((one) => ids.has(idOf(one))));
}

/** The tables of the chosen kind; `show` is empty for all, or `game` or `game/variant`. @param {State} state */
export function visible({ tables, show }) {
  return tables.filter(({ head }) => !show || head.game === show || `${head.game}/${head.variant}` === show);
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** What plays now, in a headline that is true. @param {number} count */
export function headline(count) {
  if (count === 0) return "No table is in play just now";
  if (count === 1) return "One table, and somebody is lying at it";
  return `${NUMBERS[count] ?? count} tables, and somebody is lying at each`;
}

/** How far from break even a ladder's picture must reach. @param {{ low: number, high: number }[]} rows @param {number} even */
export function reach(rows, even) {
  return Math.max(0.1, ...rows.flatMap(({ low, high }) => [Math.abs(low - even), Math.abs(high - even)])) * 1.08;
}

/** Where a score stands in that picture, 0..100. @param {number} score @param {number} even @param {number} far */
export function place(score, even, far) {
  return Math.max(0, Math.min(100, 50 + (50 * (score - even)) / far));
}
