// What the frame of every page does: a menu that scrolls sideways starts at the entry that is open.

for (const entry of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("nav [aria-current]"))) {
  /** @type {HTMLElement | null} */ let strip = entry.parentElement;
  while (strip && strip.scrollWidth <= strip.clientWidth) strip = strip.closest("nav") === strip ? null : strip.parentElement;
  if (!strip) continue;
  const [one, all] = [entry.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2); // kept in range by the browser
}
