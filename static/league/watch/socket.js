// The line to the server: reconnects with backoff and jitter, answers heartbeats, fills gaps.
//
// Everything it touches is handed in, so that tests run it without a network or a clock.

/**
 * @typedef {{ frames?: any[], type: string, [key: string]: any }} Message
 * @typedef {{
 *   url: () => string,
 *   onMessage: (message: Message) => void,
 *   onLink: (link: "live" | "reconnecting" | "off") => void,
 *   WebSocket?: any, random?: () => number,
 *   setTimeout?: (run: () => void, ms: number) => any, clearTimeout?: (timer: any) => void,
 * }} Options
 */

export const FIRST_WAIT = 500;
export const LONGEST_WAIT = 15_000;
/** The server pings every 20 s; a line that is silent for longer than this is dead. */
export const SILENCE = 45_000;
/** The code that the server closes with when there is no such match or ladder: do not come back. */
export const NOT_FOUND = 4404;

/** How long to wait before the n-th attempt in a row, in milliseconds. @param {number} attempt from 0 @param {number} chance 0..1 */
export function backoff(attempt, chance) {
  const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return Math.round(most / 2 + (most / 2) * chance);
}

/**
 * Open the line and keep it open until `close()`.
 * @param {Options} options
 */
export function connect(options) {
  const Socket = options.WebSocket ?? WebSocket;
  const random = options.random ?? Math.random;
  const later = options.setTimeout ?? ((run, ms) => setTimeout(run, ms));
  const cancel = options.clearTimeout ?? ((timer) => clearTimeout(timer));
  let attempt = 0;
  let closed = false;
  /** @type {any} */ let socket = null;
  /** @type {any} */ let retry = null;
  /** @type {any} */ let silence = null;

  function open() {
    cancel(retry);
    const line = new Socket(options.url());
    socket = line;
    listen();
    line.onopen = () => { if (line === socket) options.onLink("live"); };
    line.onmessage = (/** @type {{ data: string }} */ event) => {
      if (line !== socket) return;
      attempt = 0;
      listen();
      const message = JSON.parse(event.data);
      if (message.type === "ping") line.send(JSON.stringify({ type: "pong" }));
      else options.onMessage(message);
    };
    line.onclose = (/** @type {{ code?: number } | undefined} */ event) => {
      if (line !== socket) return;
      if (event?.code === NOT_FOUND) end();
      else lost();
    };
    line.onerror = () => {};
  }

  /** Start the silence over: a line that says nothing for so long is dead. */
  function listen() {
    cancel(silence);
    silence = later(() => {
      const dead = socket;
      lost();
      dead?.close();
    }, SILENCE);
  }

  function lost() {
    cancel(silence);
    cancel(retry);
    socket = null;
    if (closed) return;
    options.onLink("reconnecting");
    retry = later(open, backoff(attempt, random()));
    attempt += 1;
  }

  /** Let go of the line for good. */
  function end() {
    closed = true;
    cancel(silence);
    cancel(retry);
    const line = socket;
    socket = null;
    line?.close();
    options.onLink("off");
  }

  open();
  return {
    /** Try now: the network is back or the page is looked at again. */
    nudge() {
      if (closed || socket) return;
      attempt = 0;
      open();
    },
    close: end,
  };
}

/** The socket's address on this host. @param {string} path @param {{ protocol: string, host: string }} [place] */
export function address(path, place = location) {
  return `${place.protocol === "https:" ? "wss" : "ws"}://${place.host}${path}`;
}

/**
 * Fetch what is missing, one request at a time.
 * @param {{ url: (after: number) => string, after: () => number, onFrames: (frames: any[]) => void, fetch?: any }} options
 */
export function filler(options) {
  const get = options.fetch ?? ((/** @type {string} */ url) => fetch(url, { headers: { accept: "application/json" } }));
  let busy = false;
  return async function fillGap() {
    if (busy) return false;
    busy = true;
    try {
      const reply = await get(options.url(options.after()));
      if (!reply.ok) return false;
      const { frames } = await reply.json();
      options.onFrames(frames);
      return frames.length > 0;
    } catch {
      return false; // the line is down; the socket's reconnect asks again
    } finally {
      busy = false;
    }
  };
}
