"use strict";

/**
 * On an exam's own page: lets the first button lead to where the reader was last.
 */
(() => {
  const { page, place } = exampress;

  /** @param {HTMLAnchorElement} button @param {Place} last */
  function lead(button, { section, id }) {
    const place = document.querySelector(`.done[data-section="${CSS.escape(section)}"]`);
    const link = place?.closest(".card")?.querySelector("h3 a");
    if (!(link instanceof HTMLAnchorElement)) return;
    const title = link.textContent ?? "";
    button.textContent = page.say(exampress.words, "go_on", { title });
    button.href = `${link.getAttribute("href")}#${id}`;
  }

  const button = document.querySelector("#_start");

  function show() {
    const last = place.last(document.body.dataset.exam ?? "");
    if (button instanceof HTMLAnchorElement && last) lead(button, last);
  }

  show();
  if (button) {
    // In Firefox, from a folder, the hub tells a moment later.
    exampress.share.follow(show);
  }
})();
