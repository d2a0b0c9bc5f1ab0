// What is drawn for a theme and a width: pure, no DOM.

/** Below this width of the plot, axes carry their short ticks and cells no numbers. */
export const NARROW = 520;

/**
 * @typedef {Record<string, any>} Plain
 * @typedef {{data: Plain[], layout: Plain, links: string[]}} Figure
 * @typedef {"paper" | "ink"} Theme
 */

/**
 * Say which theme a page is in.
 * @param {string | undefined} chosen what the switch remembers
 * @param {boolean} prefersDark what the system wishes
 * @returns {Theme}
 */
export function themeOf(chosen, prefersDark) {
  if (chosen === "paper" || chosen === "ink") return chosen;
  return prefersDark ? "ink" : "paper";
}

/**
 * Return a figure as Plotly takes it, in a theme and for a width.
 * @param {Figure} figure
 * @param {Plain} template
 * @param {number} width of the plot in pixels
 * @param {Theme} theme picks the colours that a trace brings for each
 * @returns {{data: Plain[], layout: Plain}}
 */
export function dressed(figure, template, width, theme) {
  const layout = structuredClone(figure.layout);
  const data = structuredClone(figure.data);
  layout.template = template;
  layout.width = width;
  if (layout.meta?.square) layout.width = layout.height = Math.min(width, layout.height);
  const short = layout.meta?.short;
  if (width < NARROW && short) {
    layout.yaxis.ticktext = short;
    for (const trace of data) if (trace.meta?.colors) trace.visible = false;
  }
  for (const { textfont, meta } of data) if (meta?.colors) textfont.color = meta.colors[theme];
  return { data, layout };
}

/**
 * Return where a click on a point leads, or null.
 * @param {Figure} figure
 * @param {unknown} customdata of the point
 * @returns {string | null}
 */
export function linkOf(figure, customdata) {
  const number = Array.isArray(customdata) ? customdata[0] : null;
  return typeof number === "number" ? (figure.links[number] ?? null) : null;
}
