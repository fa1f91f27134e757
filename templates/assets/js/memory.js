"use strict";

/**
 * What a practice page gives to the memory of its questions: bookmarks, and the outcome of each
 * attempt. Judges nothing.
 */
exampress.memory = (() => {
  const { clone, one, say } = exampress.page;

  /**
   * Hands the outcome of a check to the book, and returns what the record keeps of that. Once an
   * answer was wrong, or was looked up, only a fresh attempt can be right.
   * @param {Book} book
   * @param {string} id
   * @param {Progress | undefined} record the one before the check
   * @param {boolean} correct
   * @returns {Attempt}
   */
  function judged(book, id, record, correct) {
    const settled = record?.settled;
    if (!correct && settled !== "wrong") book.markWrong(id);
    if (correct && !settled) book.markRight(id);
    return correct ? { settled: settled ?? "right" } : { settled: "wrong" };
  }

  /**
   * Returns what the record keeps once the answer has been opened.
   * @param {Progress | undefined} record
   * @returns {Attempt}
   */
  const seen = (record) => ({ settled: record?.settled ?? "seen" });

  /** What the book said of questions before their first mark on this page. */
  /** @type {Map<string, Review | null>} */
  const before = new Map();

  /** @param {Book} book @param {string} id @param {Review | null} former all but the bookmark */
  function takeBack(book, id, former) {
    const now = book.review(id);
    const bookmarked = now?.bookmarked === true;
    const blank =
      now && bookmarked ? { ...now, wrong: false, misses: 0, streak: 0, answers: [] } : null;
    const review = former ? { ...former, bookmarked } : blank;
    book.putAll({ reviews: new Map([[id, review]]) });
  }

  /** @param {string} id has an answer of its own, which is marked for itself */
  const renew = (id) => before.delete(id);

  /**
   * Hands the learner's own mark to the book, and returns what the record keeps of that. A mark is
   * given line by line, and only the whole of it counts: each line begins where the first did.
   * @param {Book} book
   * @param {string} id
   * @param {Partial<Attempt> | undefined} record the one before the mark
   * @param {boolean | null} full whether it earned all points; null if there is no mark any more
   * @returns {Attempt}
   */
  function graded(book, id, record, full) {
    const former = before.get(id);
    const settled =
      former === undefined && record?.settled !== "seen" ? record?.settled : undefined;
    if (former !== undefined) takeBack(book, id, former);
    else if (!settled) before.set(id, book.review(id) ?? null);
    if (full === false && settled !== "wrong") book.markWrong(id);
    if (full === true && !settled) book.markRight(id);
    if (full === null) return { settled: settled ?? "seen" };
    return { settled: full && settled !== "wrong" ? "right" : "wrong" };
  }

  /** @param {Book} book @param {string} id @param {HTMLElement} button */
  function draw(book, id, button) {
    button.setAttribute("aria-pressed", String(book.review(id)?.bookmarked === true));
  }

  /**
   * Gives a question its bookmark.
   * @param {Item} item
   * @param {Book} book
   * @param {() => void} done called after each change
   */
  function arrange({ id, number, article }, book, done) {
    one("header", article).append(clone("#_bookmark"));
    const button = one("header .bookmark", article);
    const name = say(exampress.words, "bookmark", { n: number });
    button.setAttribute("aria-label", name);
    button.title = name;
    button.addEventListener("click", () => {
      book.bookmark(id, button.getAttribute("aria-pressed") !== "true");
      draw(book, id, button);
      done();
    });
    draw(book, id, button);
  }

  /**
   * @param {Item} item
   * @param {Book} book
   */
  const show = ({ id, article }, book) => draw(book, id, one("header .bookmark", article));

  return { judged, seen, graded, renew, arrange, show };
})();
