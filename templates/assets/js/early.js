"use strict";

/**
 * Remembers which forms a reader has answered before the page's scripts were there to see it: a
 * page can be read, and used, a moment earlier. Runs before anything is drawn.
 */
exampress.early = (() => {
  /** @type {Set<Element>} */
  const forms = new Set();

  /** @param {Event} event */
  function note({ target }) {
    const form = target instanceof Element ? target.closest("form") : null;
    if (form) forms.add(form);
  }

  document.addEventListener("input", note);

  /** Returns the forms, once: from here on the page itself looks. */
  function taken() {
    document.removeEventListener("input", note);
    return forms;
  }

  return { taken };
})();
