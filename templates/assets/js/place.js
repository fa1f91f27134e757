"use strict";

/**
 * Remembers for each exam where its reader was last.
 */
exampress.place = (() => {
  const { page } = exampress;

  /** @param {unknown} value @returns {value is Place} */
  function isPlace(value) {
    const { section, id, at } = /** @type {Place} */ (value ?? {});
    return typeof section === "string" && typeof id === "string" && Number.isFinite(at);
  }

  /** @param {string} exam */
  const note = (exam) => page.note(exam, "place", isPlace);

  /** @param {string} id the question that is in hand, on a section's page */
  function keep(id) {
    const { exam, section } = document.body.dataset;
    if (!exam || !section) return;
    const name = page.one("h1").textContent ?? "";
    const number = document.getElementById(id)?.querySelector("header b")?.textContent ?? "";
    note(exam).write({ section, id, name, number, at: Date.now() });
  }

  /** @param {string} exam */
  const last = (exam) => note(exam).read();

  return { keep, last };
})();
