// A live count under every text that has a limit. Without it the form works all the same.
import { countOf, inWords } from "./state.js";

for (const area of document.querySelectorAll("textarea[data-count]")) {
  if (area instanceof HTMLTextAreaElement) watch(area, Number(area.dataset.count));
}

/**
 * @param {HTMLTextAreaElement} area
 * @param {number} limit
 */
function watch(area, limit) {
  const shown = document.createElement("p");
  const spoken = document.createElement("p");
  spoken.className = "sr-only";
  spoken.setAttribute("role", "status");
  area.after(shown, spoken);
  let level = "";

  const draw = () => {
    const count = countOf(area.value, limit);
    shown.className = `count num count--${count.level}`;
    shown.textContent = inWords(count, limit);
    if (count.level !== level && level) spoken.textContent = shown.textContent;
    level = count.level;
  };
  area.addEventListener("input", draw);
  draw();
}
