"use strict";

/**
 * Loads the questions of other pages as plain text: one data file a section, each when it is
 * first asked for, by a `<script>` since pages opened from a folder may not fetch.
 */
exampress.texts = [];

exampress.library = (() => {
  const { page } = exampress;

  /** @type {Catalogue | undefined} */
  let known;

  function catalogue() {
    known ??= /** @type {Catalogue} */ (page.data("#_catalogue"));
    return known;
  }

  /** @type {Map<string, Promise<boolean>>} */
  const loads = new Map();

  /** @param {string} path @returns {Promise<boolean>} whether it arrived */
  function loaded(path) {
    return new Promise((done) => {
      const script = document.createElement("script");
      script.src = `${catalogue().root}${path}`;
      script.addEventListener("load", () => done(true));
      script.addEventListener("error", () => {
        loads.delete(path); // so that it can be tried again
        script.remove();
        done(false);
      });
      document.head.append(script);
    });
  }

  /** @param {CatalogueSection} section */
  function load({ texts }) {
    const running = loads.get(texts) ?? loaded(texts);
    loads.set(texts, running);
    return running;
  }

  /** @param {string} exam @param {string} section */
  function questions(exam, section) {
    const found = exampress.texts.find((each) => each.exam === exam && each.section === section);
    return found?.questions ?? [];
  }

  return { catalogue, load, questions };
})();
