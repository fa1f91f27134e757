"use strict";

/**
 * Remembers which questions a reader has answered before the page's scripts were there to see it: a
 * page can be read, and used, a moment earlier. Runs before anything is drawn.
 */
exampress.early = (() => {
  /** @type {Set<Element>} */
  const interactions = new Set();

  /** @param {Event} event */
  function note({ target }) {
    const interaction = target instanceof Element ? target.closest(".interaction") : null;
    if (interaction) interactions.add(interaction);
  }

  document.addEventListener("input", note);

  /** Returns their interactions, once: from here on the page itself looks. */
  function taken() {
    document.removeEventListener("input", note);
    return interactions;
  }

  return { taken };
})();
