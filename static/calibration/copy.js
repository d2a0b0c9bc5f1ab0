// The copy button: puts what an address answers on the clipboard, and says so beside itself.

/**
 * Return the text that an address answers with.
 * @param {string} address
 */
async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}

/**
 * Put a text that is still to come on the clipboard. Where it can, the clipboard is opened at the
 * click: some browsers allow that no later.
 * @param {Promise<string>} text
 */
async function copy(text) {
  if (!("ClipboardItem" in window)) return navigator.clipboard.writeText(await text);
  const blob = text.then((found) => new Blob([found], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const status = /** @type {HTMLElement} */ (document.getElementById(button.dataset.told ?? ""));
  button.addEventListener("click", async () => {
    try {
      await copy(read(button.dataset.copy ?? ""));
      status.textContent = "Copied";
    } catch {
      status.textContent = "Not copied: open the JSON instead";
    }
    setTimeout(() => { status.textContent = ""; }, 2500);
  });
}
