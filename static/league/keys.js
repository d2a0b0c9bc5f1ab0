// The list of a page's keys: a native dialog, opened by "?" or by a button. While it is open no key
// reaches the page under it, so that nothing is answered or moved by accident.

/**
 * Whether a key asks for the list. Pure.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, repeat?: boolean, target?: any }} event
 */
export function asksForKeys(event) {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const tag = String(event.target?.tagName ?? "").toLowerCase();
  const isTyped = (tag === "input" && event.target.type !== "range") || ["textarea", "select"].includes(tag);
  return !isTyped && !event.target?.isContentEditable;
}

/** Make the page's `dialog.keys` and its buttons work; call before the page listens to keys. */
export function mountKeys() {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.keys"));
  if (!dialog) return;
  const open = () => { if (!dialog.open) dialog.showModal(); };
  for (const button of document.querySelectorAll("[data-keys]")) button.addEventListener("click", open);
  dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); }); // beside the list
  document.addEventListener("keydown", (event) => {
    const asks = asksForKeys(event);
    if (!dialog.open && !asks) return;
    event.stopImmediatePropagation();
    if (!asks) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open();
  }, true);
}
