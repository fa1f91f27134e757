"use strict";

/**
 * What becomes of the records of a book when some kinds of them are cleared. Pure.
 */
exampress.clearing = (() => {
  const { records } = exampress;

  /**
   * Returns what is left of a memory; none if there is nothing to remember.
   * @param {Review | undefined} review
   * @param {ReadonlySet<string>} kinds
   * @param {number} now
   */
  function left(review, kinds, now) {
    let rest = review;
    if (kinds.has("wrong")) rest = records.forgotten(rest, now);
    if (kinds.has("bookmarks")) rest = records.bookmarked(rest, now, false);
    return rest && (rest.bookmarked || rest.misses > 0) ? rest : null;
  }

  /**
   * Returns the changes that clear `answers`, `wrong` or `bookmarks`; of those questions only, if
   * ids are given.
   * @param {Book} book
   * @param {ReadonlySet<string> | null} ids
   * @param {ReadonlySet<string>} kinds
   */
  function changes(book, ids, kinds) {
    const { questions, reviews } = book.entry();
    /** @param {string} id */
    const meant = (id) => ids === null || ids.has(id);
    /** @type {{questions: Map<string, null>, reviews: Map<string, Review | null>}} */
    const found = { questions: new Map(), reviews: new Map() };
    if (kinds.has("answers")) {
      for (const id of questions.keys()) if (meant(id)) found.questions.set(id, null);
    }
    if (kinds.has("wrong") || kinds.has("bookmarks")) {
      const now = Date.now();
      for (const [id, review] of reviews) {
        if (meant(id)) found.reviews.set(id, left(review, kinds, now));
      }
    }
    return found;
  }

  return { changes };
})();
