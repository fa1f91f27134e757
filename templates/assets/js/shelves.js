"use strict";

/**
 * What the books of all exams hold, question by question, in the order of the bank; which of it
 * is asked for. Touches no page.
 */
exampress.shelves = (() => {
  const { KINDS, endOf } = exampress.records;

  /** The end of today. */
  const today = () => endOf(new Date());

  /** @param {Review | undefined} review whether there is anything to see of it */
  const isKept = (review) =>
    review !== undefined && Object.values(KINDS).some((is) => is(review, today()));

  /** @param {Book} book @returns {string[]} */
  const kept = (book) => book.reviewed().filter((id) => isKept(book.review(id)));

  /**
   * Returns the shelf of a section: its questions that the book holds.
   * @param {CatalogueExam} exam
   * @param {CatalogueSection} section
   * @param {QuestionTexts[]} questions
   * @param {Book} book
   * @returns {Shelf}
   */
  function shelf(exam, section, questions, book) {
    const entries = questions.flatMap((question) => {
      const review = book.review(question[0]);
      return review && isKept(review) ? [{ question, review }] : [];
    });
    return { exam, section, entries };
  }

  /**
   * Returns the shelves with what is asked for, none empty.
   * @param {Shelf[]} shelves
   * @param {string} kind
   * @param {string} scope an exam's id, `exam/section`, or "" for all
   */
  function filtered(shelves, kind, scope) {
    const by = today();
    return shelves
      .filter(({ exam, section }) => ["", exam.id, `${exam.id}/${section.id}`].includes(scope))
      .map((each) => ({
        ...each,
        entries: each.entries.filter(({ review }) => KINDS[kind]?.(review, by)),
      }))
      .filter(({ entries }) => entries.length > 0);
  }

  /** @param {Shelf[]} shelves */
  const count = (shelves) => shelves.reduce((sum, { entries }) => sum + entries.length, 0);

  return { kept, shelf, filtered, count };
})();
