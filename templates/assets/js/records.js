"use strict";

/**
 * What is stored of an exam, as values: which records can be read, how an entry of an earlier
 * version becomes one of this, what answers do to the memory of a question. Touches no storage.
 *
 * An entry is `{questions: {id: Progress}, review: {id: Review}}`. What this version does not know
 * is carried along untouched.
 */
globalThis.exampress ??= /** @type {Exampress} */ ({});

exampress.records = (() => {
  /** @param {unknown} value @returns {value is Record<string, unknown>} */
  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  /** @param {unknown} value */
  function isTexts(value) {
    return Array.isArray(value) && value.every((each) => typeof each === "string");
  }

  /** @param {unknown} value a whole number that counts something */
  const isCount = (value) => Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;

  /** @param {unknown} value @returns {value is Progress} */
  function isProgress(value) {
    return (
      isObject(value) &&
      typeof value.fingerprint === "string" &&
      (typeof value.response === "string" || isTexts(value.response)) &&
      typeof value.checked === "boolean" &&
      Number.isFinite(value.score) &&
      (value.grade === null || Number.isFinite(value.grade))
    );
  }

  /** @param {unknown} value whether it is `[when, right]` */
  function isOutcome(value) {
    return (
      Array.isArray(value) &&
      value.length === 2 &&
      Number.isFinite(value[0]) &&
      typeof value[1] === "boolean"
    );
  }

  /** @param {unknown} value @returns {value is Review} */
  function isReview(value) {
    return (
      isObject(value) &&
      typeof value.wrong === "boolean" &&
      typeof value.bookmarked === "boolean" &&
      isCount(value.misses) &&
      isCount(value.streak) &&
      Number.isFinite(value.at) &&
      Array.isArray(value.answers) &&
      value.answers.every(isOutcome)
    );
  }

  /** @type {Review} */
  const BLANK = { wrong: false, misses: 0, streak: 0, bookmarked: false, at: 0, answers: [] };

  /**
   * Returns the memory of a question after an answer that was wrong: it stands in the book.
   * @param {Review | undefined} review
   * @param {number} now
   */
  function missed(review = BLANK, now) {
    const answers = /** @type {Outcome[]} */ ([...review.answers, [now, false]]);
    return { ...review, wrong: true, misses: review.misses + 1, streak: 0, at: now, answers };
  }

  /**
   * Returns the memory of a question after an answer that was right. It leaves the book after so
   * many in a row. Of a question that was never missed there is nothing to remember.
   * @param {Review | undefined} review
   * @param {number} now
   * @param {number} enough
   */
  function mastered(review, now, enough) {
    if (!review || review.misses === 0) return review;
    const streak = review.streak + 1;
    const answers = /** @type {Outcome[]} */ ([...review.answers, [now, true]]);
    return { ...review, streak, wrong: review.wrong && streak < enough, at: now, answers };
  }

  /**
   * @param {Review | undefined} review
   * @param {number} now
   * @param {boolean} on
   */
  function bookmarked(review = BLANK, now, on) {
    return { ...review, bookmarked: on, at: now };
  }

  /**
   * Returns the memory of a question that a learner takes out of the book: no answer of before
   * counts any more. The bookmark stays.
   * @param {Review | undefined} review
   * @param {number} now
   */
  function forgotten(review = BLANK, now) {
    return { ...BLANK, bookmarked: review.bookmarked, at: now };
  }

  /**
   * The first version knew answers only; what is wrong in it now goes into the book.
   * @param {Record<string, unknown>} data
   */
  function toSecond(data) {
    const questions = isObject(data.questions) ? data.questions : {};
    const wrong = Object.entries(questions).filter(
      ([, record]) =>
        isProgress(record) && record.checked && record.score < 1 && record.grade === null,
    );
    const review = wrong.map(([id, record]) => {
      const { at = 0 } = /** @type {Progress} */ (record);
      return [id, missed(undefined, at)];
    });
    return { ...data, review: Object.fromEntries(review) };
  }

  /** By version: what makes an entry of it one of the next. */
  const UPGRADES = [(/** @type {Record<string, unknown>} */ data) => data, toSecond];
  const VERSION = UPGRADES.length;

  /** @param {string} raw @returns {unknown} */
  function parsed(raw) {
    try {
      return JSON.parse(raw);
    } catch {
      return undefined;
    }
  }

  /**
   * Returns the records of a map that can be read, and whether those are all.
   * @template T
   * @param {unknown} map
   * @param {(value: unknown) => value is T} is
   */
  function sift(map, is) {
    const entries = isObject(map) ? Object.entries(map) : [];
    /** @type {Map<string, T>} */
    const good = new Map();
    for (const [id, record] of entries) if (is(record)) good.set(id, record);
    return { good, sound: isObject(map) && good.size === entries.length };
  }

  /**
   * Returns an entry: all of its data, the records that can be read, and whether that is all of it.
   * @param {string | null} raw
   * @param {number} [version] of which it was written
   * @returns {Entry}
   */
  function read(raw, version = VERSION) {
    const found = raw === null ? { questions: {} } : parsed(raw);
    const known = isObject(found) && isObject(found.questions);
    let data = known ? /** @type {Record<string, unknown>} */ (found) : {};
    for (const upgrade of UPGRADES.slice(version)) data = upgrade(data);
    const { questions: answered = {} } = data;
    const questions = sift(answered, isProgress);
    const { review = {} } = data;
    const reviews = sift(review, isReview);
    return {
      data,
      questions: questions.good,
      reviews: reviews.good,
      sound: known && questions.sound && reviews.sound,
    };
  }

  /** @param {Entry} entry @returns {string} as it is stored */
  function written({ data, questions, reviews }) {
    const maps = { questions: Object.fromEntries(questions), review: Object.fromEntries(reviews) };
    return JSON.stringify({ ...data, ...maps });
  }

  return { VERSION, isObject, parsed, read, written, missed, mastered, bookmarked, forgotten };
})();
