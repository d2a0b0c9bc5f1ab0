// A ladder that stays up to date, and filters and sorts without leaving the page. Without scripts
// the form has a button and the column heads are links.
import { replace } from "./render.js";
import { address, backoff, wait } from "./state.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-ladder]"));
const form = /** @type {HTMLFormElement} */ (root.querySelector("form.filters"));
const status = root.querySelector("[data-status]");
let last = 0;
/** @type {number | undefined} */ let due;
/** @type {AbortController | undefined} */ let running;

/**
 * Fetch the page at an address and show it; the newest request wins.
 * @param {string} url
 */
async function show(url, { push = false } = {}) {
  running?.abort();
  running = new AbortController();
  last = performance.now();
  try {
    const response = await fetch(url, { signal: running.signal });
    if (!response.ok) throw new Error(`expected the ladder, got ${response.status}`);
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    if (push) history.replaceState(null, "", url);
    replace(root, next);
    if (status) status.textContent = push ? root.querySelector("h1")?.textContent ?? "" : "";
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (push) location.assign(url);
  }
}

function refresh() {
  if (due !== undefined) return;
  due = setTimeout(() => {
    due = undefined;
    show(location.href);
  }, wait(performance.now(), last));
}

function filter() {
  const fields = /** @type {Iterable<[string, string]>} */ (new FormData(form).entries());
  show(address(location.pathname, fields), { push: true });
}

/** @type {number | undefined} */ let typing;
form.addEventListener("input", (event) => {
  clearTimeout(typing);
  const isText = event.target instanceof HTMLInputElement && event.target.type === "search";
  typing = setTimeout(filter, isText ? 200 : 0);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  filter();
});
root.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.sortby") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const sort = form.elements.namedItem("sort");
  const wanted = new URL(link.href).searchParams.get("sort");
  if (sort instanceof HTMLSelectElement && wanted) sort.value = wanted;
  // The form knows what was ticked a moment ago; the link only what stood when it was drawn.
  if (sort instanceof HTMLSelectElement && sort.value === wanted) {
    clearTimeout(typing);
    filter();
  } else show(link.href, { push: true });
});

let attempt = 0;
function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/ladders/${root.dataset.ladder}/`);
  socket.addEventListener("open", () => {
    if (attempt) refresh();
    attempt = 0;
  });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "ping") socket.send(JSON.stringify({ type: "pong" }));
    if (message.type === "standings") refresh();
  });
  socket.addEventListener("close", () => {
    setTimeout(listen, backoff(attempt, Math.random()));
    attempt += 1;
  });
}

document.documentElement.classList.add("is-live");
listen();
