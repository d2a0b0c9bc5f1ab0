// Draws the figures of a staff page and draws them again when the theme or the width changes.
import { dressed, linkOf, themeOf } from "./state.js";

/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {{themes: Record<string, Record<string, any>>, figures: Record<string, Figure>}} Page */

const CONFIG = { displayModeBar: false, responsive: false, doubleClick: false };
const system = matchMedia("(prefers-color-scheme: dark)");

/** @returns {Page} */
function readPage() {
  const block = document.getElementById("figures");
  return block ? JSON.parse(block.textContent ?? "") : { themes: {}, figures: {} };
}

/**
 * @param {HTMLElement} place
 * @param {Figure} figure
 * @param {Page} page
 */
async function draw(place, figure, page) {
  const theme = themeOf(document.documentElement.dataset.theme, system.matches);
  const { data, layout } = dressed(figure, page.themes[theme], place.clientWidth, theme);
  // @ts-expect-error the vendored file sets it
  await window.Plotly.react(place, data, layout, CONFIG);
}

/** @param {HTMLElement} place */
function fail(place) {
  place.classList.add("is-failed");
  const words = document.createElement("p");
  words.className = "note";
  words.textContent = "The drawing failed. The table below holds the same numbers.";
  place.replaceChildren(words);
}

/** Say that a form's answer takes long, when it does. */
function watchForms() {
  for (const form of document.querySelectorAll("form.staff-filters")) {
    const place = form.querySelector("[data-busy]");
    if (!(place instanceof HTMLElement)) continue;
    /** @type {number | undefined} */ let due;
    form.addEventListener("submit", () => {
      due = setTimeout(() => (place.textContent = place.dataset.busy ?? ""), 1_000);
    });
    addEventListener("pagehide", () => {
      clearTimeout(due);
      place.textContent = "";
    });
  }
}

async function main() {
  watchForms();
  const page = readPage();
  await document.fonts.ready;
  /** @type {{place: HTMLElement, figure: Figure}[]} */
  const drawn = [];
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-figure]"))) {
    const figure = page.figures[place.dataset.figure ?? ""];
    if (!figure) continue;
    try {
      await draw(place, figure, page);
    } catch (error) {
      console.error(error);
      fail(place);
      continue;
    }
    // @ts-expect-error Plotly adds `on` to the element
    place.on("plotly_click", (/** @type {any} */ event) => {
      const link = linkOf(figure, event.points[0]?.customdata);
      if (link) location.assign(link);
    });
    drawn.push({ place, figure });
  }
  let frame = 0;
  const again = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => drawn.forEach(({ place, figure }) => draw(place, figure, page)));
  };
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", again);
  addEventListener("resize", again);
  document.documentElement.dataset.figures = "drawn";
}

main();
