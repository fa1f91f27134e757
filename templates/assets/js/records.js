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

  /** @param {unknown} value milliseconds since 1970, as far as a date can tell them */
  const isTime = (value) => Number.isFinite(value) && Math.abs(Number(value)) <= 8.64e15;

  /** @param {unknown} value @returns {value is Progress} */
  function isProgress(value) {
    return (
      isObject(value) &&
      typeof value.fingerprint === "string" &&
      (typeof value.response === "string" || isTexts(value.response)) &&
      typeof value.checked === "boolean" &&
      Number.isFinite(value.score) &&
      (value.grade === null || Number.isFinite(value.grade)) &&
      (value.ticks === undefined || Array.isArray(value.ticks)) &&
      (value.at === undefined || isTime(value.at))
    );
  }

  /** @param {unknown} value whether it is `[when, right]` */
  function isOutcome(value) {
    return (
      Array.isArray(value) &&
      value.length === 2 &&
      isTime(value[0]) &&
      typeof value[1] === "boolean"
    );
  }

  /** @param {unknown} value whether it is `[of how many answers, when]` */
  function isDate(value) {
    return Array.isArray(value) && value.length === 2 && isCount(value[0]) && isTime(value[1]);
  }

  /** @param {unknown} value @returns {value is Review} */
  function isReview(value) {
    return (
      isObject(value) &&
      typeof value.wrong === "boolean" &&
      typeof value.bookmarked === "boolean" &&
      isCount(value.misses) &&
      isCount(value.streak) &&
      isTime(value.at) &&
      Array.isArray(value.answers) &&
      value.answers.every(isOutcome) &&
      (value.due === undefined || isDate(value.due))
    );
  }

  const DAY = 86_400_000;

  /**
   * Returns whether a question should be asked again by then. Until the schedule has taken in its
   * last answer, what was missed is due a day later, and what was right is not. An answer of a day
   * that has not come was given while the clock was ahead: nobody knows when, so it is due.
   * @param {Review} review
   * @param {number} by
   */
  function isDue({ answers, due }, by) {
    const last = answers.at(-1);
    if (!last) return false;
    if (last[0] > by) return true;
    if (due?.[0] === answers.length) return due[1] <= by;
    return !last[1] && last[0] + DAY <= by;
  }

  /**
   * By kind: whether a question is of it, at the end of today.
   * @type {Record<string, (review: Review, by: number) => boolean>}
   */
  const KINDS = {
    due: isDue,
    wrong: ({ wrong }) => wrong,
    bookmarked: ({ bookmarked }) => bookmarked,
  };

  /** @param {Date} now the last moment of the day */
  const endOf = (now) => new Date(now).setHours(23, 59, 59, 999);

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
    const { due, ...rest } = review;
    return { ...rest, ...BLANK, bookmarked: review.bookmarked, at: now };
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

  /**
   * Returns those of `theirs` that are new or newer than ours, and how many of ours stay.
   * @template {{at?: number}} T
   * @param {Map<string, T>} ours
   * @param {Map<string, T>} theirs
   * @param {(our: T | undefined, their: T) => T} joined
   */
  function newer(ours, theirs, joined) {
    /** @type {Map<string, T>} */
    const changes = new Map();
    const counts = { fresh: 0, newer: 0, kept: 0 };
    for (const [id, their] of theirs) {
      const our = ours.get(id);
      const record = joined(our, their);
      if (our && JSON.stringify(our) === JSON.stringify(record)) counts.kept += 1;
      else {
        changes.set(id, record);
        counts[our ? "newer" : "fresh"] += 1;
      }
    }
    return { changes, counts };
  }

  /**
   * Returns when a record was made; 0 where its clock was ahead, so that it is later than no other.
   * Clocks of two devices may differ by less than a day.
   * @param {{at?: number}} record
   */
  const made = ({ at = 0 }) => (at > Date.now() + DAY ? 0 : at);

  /**
   * @template {{at?: number}} T
   * @param {T | undefined} our
   * @param {T} their
   */
  const latest = (our, their) => (our && made(our) >= made(their) ? our : their);

  /**
   * A bookmark of either side stays, since nobody can tell which of them is the later one.
   * @param {Review | undefined} our
   * @param {Review} their
   */
  function reviewed(our, their) {
    const bookmarked = their.bookmarked || our?.bookmarked === true;
    return { ...latest(our, their), bookmarked };
  }

  /**
   * Returns what an entry of elsewhere changes in ours: of each question the later record stays,
   * and nothing that is here alone is lost.
   * @param {Entry} ours
   * @param {Entry} theirs
   */
  function merged(ours, theirs) {
    const questions = newer(ours.questions, theirs.questions, latest);
    const reviews = newer(ours.reviews, theirs.reviews, reviewed);
    return {
      changes: { questions: questions.changes, reviews: reviews.changes },
      questions: questions.counts,
      reviews: reviews.counts,
    };
  }

  return {
    VERSION,
    KINDS,
    endOf,
    isObject,
    isTime,
    parsed,
    read,
    written,
    merged,
    missed,
    mastered,
    bookmarked,
    forgotten,
  };
})();
