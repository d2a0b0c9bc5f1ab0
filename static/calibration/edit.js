// While an edit and its parent play: looks for news, and goes to their pair when it is there.

const SECONDS = 3;
const LIVE = ["queued", "playing"];
const part = () => /** @type {HTMLElement} */ (document.getElementById("edit"));

async function look() {
  try {
    const reply = await fetch(location.href, { cache: "no-store" });
    if (reply.redirected) return location.assign(reply.url); // the pair, or the sign-in
    if (reply.ok) take(await reply.text());
  } catch { /* the line is down: it looks again */ }
  schedule();
}

/** Only what differs is put in place, so that nothing is announced twice. @param {string} html */
function take(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("edit");
  if (!fresh) return;
  const [old, next] = [part().querySelector(".du-far"), fresh.querySelector(".du-far")];
  if (fresh.dataset.state !== part().dataset.state && !LIVE.includes(fresh.dataset.state ?? "")) part().replaceWith(document.adoptNode(fresh));
  else if (old && next && old.textContent !== next.textContent) old.replaceChildren(...[...next.childNodes].map((node) => document.adoptNode(node)));
}

function schedule() {
  if (LIVE.includes(part().dataset.state ?? "")) setTimeout(() => void look(), document.hidden ? 10 * SECONDS * 1000 : SECONDS * 1000);
}

schedule();
