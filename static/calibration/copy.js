// The copy button: puts the page's JSON on the clipboard, readable, and says so.

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const label = /** @type {HTMLElement} */ (button.querySelector("span"));
  const told = label.textContent ?? "";
  button.addEventListener("click", async () => {
    const block = document.getElementById(button.dataset.copy ?? "");
    try {
      await navigator.clipboard.writeText(JSON.stringify(JSON.parse(block?.textContent ?? "null"), null, 1));
      label.textContent = "Copied";
    } catch {
      label.textContent = "Not copied: open the JSON instead";
    }
    setTimeout(() => { label.textContent = told; }, 2500);
  });
}
