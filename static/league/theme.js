// Loaded in the head, before the first paint: the remembered theme and its switch.
(() => {
  const key = "hearsay-theme";
  const root = document.documentElement;
  try {
    const kept = localStorage.getItem(key);
    if (kept === "paper" || kept === "ink") root.dataset.theme = kept;
  } catch { /* storage may be off; the system's wish stands */ }

  addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.addEventListener("click", () => {
        const dark = root.dataset.theme
          ? root.dataset.theme === "ink"
          : matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.theme = dark ? "paper" : "ink";
        try { localStorage.setItem(key, root.dataset.theme); } catch { /* only not remembered */ }
      });
    }
  });
})();
