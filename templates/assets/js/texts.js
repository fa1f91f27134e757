"use strict";

/**
 * Loads the questions of other pages as plain text: one data file a section, each when it is
 * first asked for, by a `<script>` since pages opened from a folder may not fetch.
 */
exampress.texts = [];

exampress.library = (() => {
  const { page } = exampress;

  /**
   * Files asked for at a time. A thousand at once held a page for a second before the first came;
   * fewer than these would make a browser wait.
   */
  const AT_ONCE = 32;

  /** @type {Catalogue | undefined} */
  let known;

  function catalogue() {
    known ??= /** @type {Catalogue} */ (page.data("#_catalogue"));
    return known;
  }

  /** @type {Map<string, Promise<boolean>>} */
  const loads = new Map();
  /** What is to be asked for, and in which order. @type {(() => void)[]} */
  const queue = [];
  let running = 0;

  function next() {
    while (running < AT_ONCE) {
      const ask = queue.shift();
      if (!ask) return;
      running += 1;
      ask();
    }
  }

  /** @param {string} path @param {(arrived: boolean) => void} done */
  function ask(path, done) {
    const script = document.createElement("script");
    script.src = `${catalogue().root}${path}`;
    /** @param {boolean} arrived */
    const end = (arrived) => {
      running -= 1;
      done(arrived);
      next();
    };
    script.addEventListener("load", () => end(true));
    script.addEventListener("error", () => {
      loads.delete(path); // so that it can be tried again
      script.remove();
      end(false);
    });
    document.head.append(script);
  }

  /** @param {CatalogueSection} section @returns {Promise<boolean>} whether it arrived */
  function load({ texts }) {
    const known = loads.get(texts);
    if (known) return known;
    /** @type {Promise<boolean>} */
    const coming = new Promise((done) => queue.push(() => ask(texts, done)));
    loads.set(texts, coming);
    next();
    return coming;
  }

  /** @param {string} exam @param {string} section */
  function questions(exam, section) {
    const found = exampress.texts.find((each) => each.exam === exam && each.section === section);
    return found?.questions ?? [];
  }

  return { catalogue, load, questions };
})();
