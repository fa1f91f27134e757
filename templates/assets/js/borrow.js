"use strict";

/**
 * Borrows the questions of other pages, each from a hidden frame that holds the section's practice
 * page and sends what `lend.js` finds there. Works from a folder, where nothing can be fetched.
 */
exampress.borrow = (() => {
  const { seal } = exampress;

  /** Frames open at once, and milliseconds until a page that sends nothing is given up. */
  const AT_ONCE = 4;
  const PATIENCE = 20_000;

  /** @param {string} address @returns {Promise<Lent | null>} */
  function lent(address) {
    return new Promise((done) => {
      const frame = document.createElement("iframe");
      const timer = setTimeout(() => end(null), PATIENCE);
      /** @param {Lent | null} result */
      function end(result) {
        clearTimeout(timer);
        window.removeEventListener("message", receive);
        frame.remove();
        done(result);
      }
      /** @param {MessageEvent} event */
      function receive(event) {
        if (event.source === frame.contentWindow) end(event.data);
      }
      window.addEventListener("message", receive);
      frame.hidden = true;
      frame.title = address;
      frame.src = `${address}#_lend`;
      document.body.append(frame);
    });
  }

  /** @param {Lent} lent @returns {Borrowed} */
  function parsed({ articles, ...rest }) {
    const template = document.createElement("template");
    template.innerHTML = articles.join("");
    // Adopted and not copied: that took as long as parsing.
    const found = [...template.content.children].map((each) => document.adoptNode(each));
    const frames = found.map((each) => /** @type {HTMLElement} */ (each));
    return { articles: new Map(frames.map((frame) => [frame.id, frame])), ...rest };
  }

  /**
   * Returns the questions of each page that could be loaded, by its address.
   * @param {string[]} addresses
   * @returns {Promise<Map<string, Borrowed>>}
   */
  async function pages(addresses) {
    /** @type {Map<string, Borrowed>} */
    const found = new Map();
    const queue = [...addresses];
    async function work() {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const answer = await lent(next);
        if (answer) found.set(next, await seal.take(parsed(answer)));
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  }

  return { pages };
})();
