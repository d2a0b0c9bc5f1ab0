// Small pieces that every live page draws with. Text is set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element: `h("p.note", { title: "…" }, "text", child)`.
 * @param {string} spec a tag with classes, such as `span.chip.chip--good`
 * @param {Record<string, unknown> | null} [attributes] null and false are left out, true is empty
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(spec, attributes, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  return /** @type {HTMLElement} */ (fill(node, attributes, children));
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Record<string, unknown> | null} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElement}
 */
export function s(tag, attributes, ...children) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), attributes, children));
}

/** @param {Element} node @param {Record<string, unknown> | null | undefined} attributes @param {unknown[]} children */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/**
 * Show one symbol of the page's sprite.
 * @param {string} id @param {string} className
 */
export function use(id, className) {
  return s("svg", { class: className, "aria-hidden": "true" }, s("use", { href: `#${id}` }));
}

/** An icon. @param {string} name @param {string} [extra] */
export const icon = (name, extra = "") => use(`i-${name}`, `i ${extra}`.trim());

const ALIASES = new Set([
  "sprocket", "gizmo", "ratchet", "widget", "bolt",
  "piston", "flywheel", "rivet", "tinker", "gasket",
]);

/** The class that gives a seat its colour. @param {string} alias */
export function seatClass(alias) {
  const key = alias.toLowerCase();
  return ALIASES.has(key) ? `seat-${key}` : "";
}

/** A seat's emblem. @param {string} alias @param {string} [extra] */
export function cog(alias, extra = "") {
  const key = alias.toLowerCase();
  return use(ALIASES.has(key) ? `cog-${key}` : "mark", `cog ${extra} ${seatClass(alias)}`.replace(/ +/g, " ").trim());
}

/** Set one custom property; kept out of markup because the page allows no style attribute. @param {Element} node @param {string} name @param {string | number} value */
export function put(node, name, value) {
  /** @type {HTMLElement} */ (node).style.setProperty(name, String(value));
}

/** Replace an element's children. @param {Element} node @param {...(Node | string)} children */
export function set(node, ...children) {
  node.replaceChildren(...children);
}

/** Set text only when it differs, so that nothing is announced twice. @param {Element} node @param {string} text */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Keep one child per key, in order; nodes that stay are moved only when they must be.
 * @template T
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T) => string} key
 * @param {(item: T) => HTMLElement} make
 * @param {(node: HTMLElement, item: T) => void} [update]
 */
export function keyed(parent, items, key, make, update) {
  /** @type {Map<string, HTMLElement>} */
  const old = new Map();
  for (const node of /** @type {Iterable<HTMLElement>} */ (parent.children)) old.set(node.dataset.key ?? "", node);
  let at = parent.firstElementChild;
  for (const item of items) {
    const name = key(item);
    let node = old.get(name);
    old.delete(name);
    if (!node) {
      node = make(item);
      node.dataset.key = name;
    }
    update?.(node, item);
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
  for (const node of old.values()) node.remove();
}

/** Read the JSON that the server put into the page. @param {string} id */
export function data(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
