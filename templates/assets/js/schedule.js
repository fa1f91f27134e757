"use strict";

/**
 * When a question that was missed should be asked again, by FSRS: it comes back as late as it is
 * still likely to be known. Pure.
 *
 * Nothing of the scheduler is stored but the date: all else follows from the answers, so that
 * another version of it, or answers from another device, need no migration.
 */
exampress.schedule = (() => {
  // Whole days, none within one: a list for today does not change while it is worked through.
  const scheduler = FSRS.fsrs({
    enable_fuzz: false,
    enable_short_term: false,
    maximum_interval: 365,
    request_retention: 0.9,
  });

  /** Milliseconds since 1970 that any clock may show. */
  const LATEST = 8e15;

  /**
   * Returns when a question is due after these answers. Clocks may have been wrong: an answer is
   * never taken as later than now, or as earlier than the one before it.
   * @param {readonly Outcome[]} answers at least one
   * @param {number} now
   */
  function due(answers, now) {
    const start = Math.max(0, Math.min(answers[0]?.[0] ?? now, now, LATEST));
    let card = FSRS.createEmptyCard(new Date(start));
    let last = start;
    for (const [at, right] of answers) {
      last = Math.max(last, Math.min(at, now));
      card = scheduler.next(
        card,
        new Date(last),
        right ? FSRS.Rating.Good : FSRS.Rating.Again,
      ).card;
    }
    return card.due.getTime();
  }

  /**
   * Returns what a book should keep of questions whose answers have changed since they were
   * scheduled.
   * @param {Map<string, Review>} reviews
   * @param {number} now
   */
  function changes(reviews, now) {
    /** @type {Map<string, Review>} */
    const found = new Map();
    for (const [id, review] of reviews) {
      const { answers } = review;
      if (answers.length === 0 || review.due?.[0] === answers.length) continue;
      found.set(id, { ...review, due: [answers.length, due(answers, now)] });
    }
    return found;
  }

  return { due, changes };
})();
