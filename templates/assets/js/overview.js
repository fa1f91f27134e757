"use strict";

/**
 * What runs on every page, and how the questions of an exam or section as they are now stand.
 */
exampress.overview = (() => {
  const { page, verdict } = exampress;

  /**
   * Counts as the practice page does: what was answered before a question changed does not count.
   * @param {Record<string, string>} fingerprints by question
   * @param {Book} book
   * @returns {Standing}
   */
  function count(fingerprints, book) {
    const states = Object.entries(fingerprints).map(([id, fingerprint]) => {
      const record = book.get(id);
      return record?.fingerprint === fingerprint ? verdict.state(record) : "";
    });
    /** @param {State[]} wanted */
    const number = (...wanted) => states.filter((state) => wanted.includes(state)).length;
    return {
      total: states.length,
      answered: states.length - number(""),
      right: number("right"),
      partial: number("partial"),
      wrong: number("wrong"),
    };
  }

  /** @param {HTMLElement} place fills in its bar and says the same in words @param {number} n */
  function fill(place, n) {
    const total = Number(place.dataset.count);
    /** @type {HTMLProgressElement} */
    const bar = page.one("progress", place);
    bar.max = total;
    bar.value = n;
    page.one("span", place).textContent = page.say(exampress.words, "progress", { n, total });
    place.hidden = n === 0;
  }

  function showAll() {
    if (!document.querySelector("#_sections")) return;
    /** @type {Record<string, Record<string, string>>} */
    const sections = page.data("#_sections");
    for (const each of document.querySelectorAll(".done")) {
      const place = /** @type {HTMLElement} */ (each);
      const { exam = "", section = "" } = place.dataset;
      fill(place, count(sections[section] ?? {}, page.book(exam)).answered);
    }
  }

  exampress.settings.add();
  page.openWide();
  showAll();
  exampress.share.follow(showAll);
  return { count, fill };
})();
