"use strict";

/**
 * Whose data a browser keeps: each exam of the site, those that are no longer on it, and questions
 * that left the bank.
 */
exampress.owners = (() => {
  const { fields, library, page, shorthand, sitting, storage, store } = exampress;
  const site = document.body.dataset.site ?? "";

  /** @param {CatalogueExam} exam @param {boolean} removed @returns {Owner} */
  const owner = (exam, removed) => ({
    exam,
    removed,
    book: page.book(exam.id),
    mocks: page.note(exam.id, "mocks", sitting.isHistory, shorthand.history),
    mock: page.note(exam.id, "mock", sitting.isSitting, shorthand.sitting),
  });

  /** Returns the site's exams, and after them those of which only data are left. */
  function all() {
    const { exams } = library.catalogue();
    const known = new Set(exams.map(({ id }) => id));
    const left = store.exams(storage, site).filter((id) => !known.has(id));
    const removed = left.map((id) => ({ id, title: id, language: "", sections: [] }));
    return [
      ...exams.map((exam) => owner(exam, false)),
      ...removed.map((exam) => owner(exam, true)),
    ];
  }

  /** @param {Owner} owner @returns {Kept} */
  const kept = ({ book, mocks }) => ({ entry: book.entry(), mocks: mocks.read() ?? [] });

  /** @param {Owner} owner how much of each kind it keeps */
  function counts(owner) {
    const { entry, mocks } = kept(owner);
    const reviews = [...entry.reviews.values()];
    const responses = [...entry.questions.values()].map(({ response }) => response);
    return {
      answers: responses.filter((response) => !fields.empty(response)).length,
      wrong: reviews.filter((review) => review.wrong).length,
      bookmarks: reviews.filter((review) => review.bookmarked).length,
      mocks: mocks.length,
    };
  }

  /** @param {Owner} owner the ids of all that it keeps something of */
  const ids = ({ book }) => new Set([...book.ids(), ...book.reviewed()]);

  /**
   * Returns the ids of what it keeps of questions that are in no section of the exam any more;
   * nothing where the sections cannot be loaded.
   * @param {Owner} owner
   */
  async function gone(owner) {
    const held = ids(owner);
    if (owner.removed || held.size === 0) return new Set();
    const { id, sections } = owner.exam;
    const loaded = await Promise.all(sections.map(library.load));
    if (loaded.includes(false)) return undefined;
    for (const section of sections) {
      for (const [question] of library.questions(id, section.id)) held.delete(question);
    }
    return held;
  }

  return { all, kept, counts, ids, gone };
})();
