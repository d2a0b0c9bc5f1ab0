// What a watch page knows: a pure reducer, without a document, a socket or a clock.
//
// The page holds every frame it was sent, in order and without holes (`frames[i].seq === i + 1`),
// and shows one of them: `at`. It follows the newest frame until the viewer goes back; then it
// stays where it is. `motion` says whether the step to `at` may be animated: only a step forward
// by one, in play or live, may; what several seats answered at once is one step. Loading and scrubbing never do.

/**
 * @typedef {{ seq: number, at: string, kind: string, event: any, table: any }} Frame
 * @typedef {{ episode: number, game: string, status: string, last: number, seats: any[], order: number[], config: any, [key: string]: any }} Head
 * @typedef {"live" | "connecting" | "reconnecting" | "off"} Link
 * @typedef {{
 *   head: Head, frames: Frame[], waiting: Record<number, Frame>, at: number, follow: boolean,
 *   playing: boolean, speed: number, motion: boolean, moved: number, link: Link,
 *   watching: number | null,
 * }} State
 * @typedef {{ type: string, [key: string]: any }} Action
 */

export const SPEEDS = Object.freeze([0.5, 1, 2, 4]);

/** @param {Head} head */
export const isOver = (head) => head.status === "finished" || head.status === "failed" || head.status === "void";

/** Whether nothing more can come. A failed match can be run again, and goes on from its own log. @param {Head} head */
export const isSettled = (head) => head.status === "finished" || head.status === "void";

/** The number of the newest frame here. @param {State} state */
export const last = (state) => state.frames.length;

/** The frame on show, or null before the first. @param {State} state @returns {Frame | null} */
export const shown = (state) => state.frames[state.at - 1] ?? null;

/** Whether frames are known to be missing. @param {State} state */
export const hasGap = (state) => Object.keys(state.waiting).length > 0 || last(state) < state.head.last;

/** Whether the page moves on by itself. @param {State} state */
export const isMoving = (state) => state.playing || (state.follow && !isOver(state.head));

/** Whether the page shows the newest frame of a match that still runs. @param {State} state */
export const isLive = (state) => state.follow && !isOver(state.head);

/**
 * @param {Head} head
 * @param {Frame[]} frames
 * @param {number | null} wanted the event of a link to a moment, if the page was opened by one
 * @returns {State}
 */
export function start(head, frames, wanted = null) {
  const state = accept(
    {
      head, frames: [], waiting: {}, at: 0, follow: true, playing: false, speed: 1,
      motion: false, moved: 0, link: isSettled(head) ? "off" : "connecting", watching: null,
    },
    frames,
  );
  const here = { ...state, motion: false, moved: 0, at: last(state) };
  return wanted === null ? here : { ...seek(here, wanted), follow: false };
}

/**
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "frames": return accept(state, action.frames);
    case "head": return hear(state, action.head);
    case "watching": return { ...state, watching: action.count, motion: false };
    case "link": return { ...state, link: action.link, motion: false };
    case "seek": return seek({ ...state, playing: false }, action.to);
    case "step": return step({ ...state, playing: false }, action.by);
    case "play": return play(state);
    case "pause": return { ...state, playing: false, follow: false, motion: false };
    case "toggle": return isMoving(state) ? reduce(state, { type: "pause" }) : play(state);
    case "tick": return tick(state);
    case "live": return { ...seek({ ...state, playing: false }, last(state)), follow: true };
    case "speed": return SPEEDS.includes(action.speed) ? { ...state, speed: action.speed, motion: false } : state;
    default: throw new Error(`expected a known action, got ${JSON.stringify(action.type)}`);
  }
}

/** Take frames in: each once, in order; those after a hole wait for it to be filled. @param {State} state @param {Frame[]} frames */
function accept(state, frames) {
  const waiting = { ...state.waiting };
  for (const frame of frames) if (frame.seq > last(state)) waiting[frame.seq] = frame;
  const known = [...state.frames];
  while (waiting[known.length + 1]) {
    known.push(waiting[known.length + 1]);
    delete waiting[known.length];
  }
  const added = known.length - state.frames.length;
  const next = { ...state, frames: known, waiting, motion: false };
  if (!added || !state.follow || state.playing) return next;
  return { ...next, at: known.length, motion: added === 1 || isOneMove(state, added), moved: state.moved + 1 };
}

/**
 * Whether new frames are what seats that were asked at once answered, with what follows by itself:
 * a round opens, a ballot is counted, the match ends.
 * @param {State} state before them @param {number} added
 */
function isOneMove(state, added) {
  const asked = state.frames.at(-1)?.table?.to_act?.length ?? 1;
  return asked !== 1 && added >= asked && added <= asked + 2;
}

/** Take a head in. Who stands at the end of a match that goes on follows it. @param {State} state @param {Head} head */
function hear(state, head) {
  const goesOn = isOver(state.head) && !isOver(head);
  const follow = state.follow || (goesOn && !state.playing && state.at === last(state));
  return { ...state, head, follow, motion: false };
}

/** Go to a frame at once. At the newest frame of a running match the page follows again. @param {State} state @param {number} to */
function seek(state, to) {
  const wanted = to === Infinity ? last(state) : Math.floor(Number(to));
  const at = Math.max(Math.min(1, last(state)), Math.min(last(state), Number.isFinite(wanted) ? wanted : last(state)));
  return { ...state, at, follow: at === last(state) && !isOver(state.head), motion: false, moved: state.moved + 1 };
}

/** @param {State} state @param {number} by */
function step(state, by) {
  const next = seek(state, state.at + by);
  return { ...next, motion: by === 1 && next.at === state.at + 1 };
}

/** Play from here; at the end of a finished match, from the start. @param {State} state */
function play(state) {
  if (state.at < last(state)) return { ...state, playing: true, follow: false, motion: false };
  if (!isOver(state.head)) return { ...state, playing: false, follow: true, motion: false };
  if (last(state) < 2) return state;
  return { ...seek(state, 1), playing: true, follow: false };
}

/** The time of the frame on show is over. @param {State} state */
function tick(state) {
  if (!state.playing) return state;
  const next = step(state, 1);
  const ended = next.at >= last(next);
  return { ...next, playing: !ended, follow: ended && !isOver(state.head) };
}
