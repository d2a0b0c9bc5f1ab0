// The copy button: puts the page's JSON on the clipboard, readable, and says so beside itself.

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const status = /** @type {HTMLElement} */ (document.getElementById(button.dataset.told ?? ""));
  button.addEventListener("click", async () => {
    const block = document.getElementById(button.dataset.copy ?? "");
    try {
      await navigator.clipboard.writeText(JSON.stringify(JSON.parse(block?.textContent ?? "null"), null, 1));
      status.textContent = "Copied";
    } catch {
      status.textContent = "Not copied: open the JSON instead";
    }
    setTimeout(() => { status.textContent = ""; }, 2500);
  });
}
