"use strict";

/**
 * What runs on every page, and the progress that the lists of exams and sections show.
 */
(() => {
  const { fields, page, records } = exampress;

  /** @param {Book} book @param {string} id */
  function isAnswered(book, id) {
    const record = book.get(id);
    return record !== undefined && !fields.empty(record.response);
  }

  /**
   * Returns how many questions have an answer: of an exam, or, where the page knows fingerprints,
   * of a section as it is now.
   * @param {Book} book
   * @param {Record<string, string> | undefined} fingerprints
   */
  function answered(book, fingerprints) {
    const ids = book.ids().filter((id) => isAnswered(book, id));
    if (!fingerprints) return ids.length;
    return ids.filter((id) => book.get(id)?.fingerprint === fingerprints[id]).length;
  }

  /** @param {HTMLElement} place @param {Record<string, Record<string, string>>} sections */
  function show(place, sections) {
    const { exam = "", section = "", count = "0" } = place.dataset;
    const total = Number(count);
    const done = Math.min(answered(page.book(exam), sections[section]), total);
    /** @type {HTMLProgressElement} */
    const bar = page.one("progress", place);
    bar.max = total;
    bar.value = done;
    const words = exampress.words;
    page.one("span", place).textContent = page.say(words, "progress", { n: done, total });
    place.hidden = done === 0;
  }

  function showAll() {
    const sections = document.querySelector("#_sections") ? page.data("#_sections") : {};
    for (const place of document.querySelectorAll(".done")) {
      show(/** @type {HTMLElement} */ (place), sections);
    }
    showDue();
  }

  /** How many questions of all exams should be asked again today. */
  function showDue() {
    const link = document.querySelector("#_due");
    if (!(link instanceof HTMLElement)) return;
    const by = records.endOf(new Date());
    const exams = (link.dataset.exams ?? "").split(" ");
    const n = exams.reduce((sum, exam) => sum + due(page.book(exam), by), 0);
    link.textContent = page.say(exampress.words, "due_today", { n });
    link.hidden = n === 0;
  }

  /** @param {Book} book @param {number} by */
  function due({ entry }, by) {
    return [...entry().reviews.values()].filter((review) => records.KINDS.due?.(review, by)).length;
  }

  exampress.settings.add();
  page.openWide();
  showAll();
  window.addEventListener("storage", showAll);
  window.addEventListener("pageshow", (event) => event.persisted && showAll());
})();
