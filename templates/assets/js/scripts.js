"use strict";

/**
 * Keeps to the Chinese script that a reader has chosen, 简体 or 繁體, on all pages that can be read
 * in both. Runs before anything is drawn. The switch itself is a link, which works without this.
 */
(() => {
  const { looks } = exampress;

  /** @type {HTMLLinkElement | null} */
  const other = document.querySelector("link[rel=alternate][hreflang]");
  // A page that lends its questions to another is in that page's script.
  if (other === null || window.parent !== window) return;

  /** @param {string} place */
  const address = (place) => `${other.href}${location.search}${place}`;

  if (looks.get("script") === other.hreflang) location.replace(address(location.hash));

  /** @param {Element} question whether it is in sight */
  function isSeen(question) {
    const { top, bottom } = question.getBoundingClientRect();
    return bottom > 100 && top < window.innerHeight;
  }

  /** Returns the question in sight, so that one stays there; nothing at the top of a page. */
  function place() {
    const seen = [...document.querySelectorAll("article.q:not([hidden])")].filter(isSeen);
    const named = seen.some(({ id }) => location.hash === `#${encodeURIComponent(id)}`);
    if (named || seen[0] === undefined || window.scrollY === 0) return location.hash;
    return `#${encodeURIComponent(seen[0].id)}`;
  }

  document.addEventListener("click", (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const link = target instanceof Element ? target.closest("#_script") : null;
    if (link === null || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    looks.set("script", other.hreflang);
    location.assign(address(place()));
  });
})();
