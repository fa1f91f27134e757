"use strict";

/**
 * One sitting of a mock exam as a value: what was drawn, what was answered, what it is worth.
 * Pure: touches no page, no storage and no clock.
 */
exampress.sitting = (() => {
  const { check, fields, records } = exampress;
  const { isObject, isTime } = records;

  /** Sittings that are kept, how many of them with their answers, and how many answers in all. */
  const KEPT = 50;
  const WHOLE = 10;
  const ANSWERS = 10_000;

  /** @param {unknown} value */
  const isTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");

  /** @param {unknown} value */
  const isMissing = (value) => value === null || value === undefined;

  /** @param {unknown} entry @returns {entry is SittingEntry} */
  function isEntry(entry) {
    return (
      isObject(entry) &&
      typeof entry.fingerprint === "string" &&
      Number.isFinite(entry.points) &&
      (typeof entry.response === "string" || isTexts(entry.response)) &&
      Number.isFinite(entry.score) &&
      (entry.grade === null || Number.isFinite(entry.grade)) &&
      (entry.ticks === undefined || Array.isArray(entry.ticks))
    );
  }

  /** @param {unknown} value */
  const isOrders = (value) => isObject(value) && isTexts(Object.values(value));

  /** @param {unknown} section */
  function isSection(section) {
    return (
      isObject(section) &&
      typeof section.id === "string" &&
      typeof section.title === "string" &&
      isTexts(section.questions) &&
      isTexts(section.answers) &&
      (section.orders === undefined || isOrders(section.orders))
    );
  }

  /** @param {Record<string, unknown>} value */
  function isTimed({ started, elapsed, seen, minutes, pass, ended }) {
    return (
      [started, elapsed, seen].every(isTime) &&
      [minutes, pass, ended].every((each) => isMissing(each) || isTime(each))
    );
  }

  /** @param {unknown} value @returns {value is Sitting} whether it can be read as a sitting */
  function isSitting(value) {
    if (!isObject(value) || !isTimed(value)) return false;
    const { sections, entries, at } = value;
    if (at !== undefined && typeof at !== "string") return false;
    if (!Array.isArray(sections) || !sections.every(isSection) || !isObject(entries)) return false;
    return Object.values(entries).every(isEntry);
  }

  /** @param {unknown} value @returns {value is Past[]} */
  function isHistory(value) {
    return Array.isArray(value) && value.every(isPast);
  }

  /** @param {unknown} value */
  function isPast(value) {
    if (!isObject(value) || !isTime(value.started)) return false;
    const { totals, sitting } = value;
    return isTotals(totals) && (sitting === null || isSitting(sitting));
  }

  /** @param {unknown} value */
  function isTotals(value) {
    if (!isObject(value) || !Array.isArray(value.sections)) return false;
    const { started, elapsed, got, max, pending, pass } = value;
    return (
      [started, elapsed].every(isTime) &&
      [got, max, pending].every(Number.isFinite) &&
      (isMissing(pass) || Number.isFinite(pass))
    );
  }

  /**
   * Returns a sitting that begins.
   * @param {{minutes: number | null, pass: number | null}} rules
   * @param {DrawnSection[]} sections
   * @param {Record<string, {points: number, fingerprint: string}>} keys
   * @param {number} now
   * @returns {Sitting}
   */
  function begun({ minutes, pass }, sections, keys, now) {
    const ids = sections.flatMap((section) => section.answers);
    const entries = Object.fromEntries(ids.map((id) => [id, unanswered(keys[id])]));
    return { started: now, minutes, pass, elapsed: 0, seen: now, ended: null, sections, entries };
  }

  /** @param {{points: number, fingerprint: string} | undefined} key @returns {SittingEntry} */
  function unanswered(key) {
    const { points = 0, fingerprint = "" } = key ?? {};
    return { fingerprint, points, response: [], score: 0, grade: null };
  }

  /**
   * Returns the sitting with one entry changed.
   * @param {Sitting} sitting
   * @param {string} id
   * @param {Partial<SittingEntry>} change
   * @returns {Sitting}
   */
  function changed(sitting, id, change) {
    const entry = sitting.entries[id];
    if (!entry) return sitting;
    return { ...sitting, entries: { ...sitting.entries, [id]: { ...entry, ...change } } };
  }

  /**
   * Returns a sitting that goes on with the bank as it is now: what is gone does not count, and
   * what was edited keeps its answer and is marked.
   * @param {Sitting} sitting
   * @param {Record<string, Key>} keys
   * @returns {Sitting}
   */
  function refreshed(sitting, keys) {
    const entries = Object.entries(sitting.entries).flatMap(([id, entry]) => {
      const key = keys[id];
      if (!key) return [];
      const { points, fingerprint } = key;
      const changed = entry.changed === true || entry.fingerprint !== fingerprint;
      return [[id, changed ? { ...entry, points, fingerprint, changed } : { ...entry, points }]];
    });
    return { ...sitting, entries: Object.fromEntries(entries) };
  }

  /**
   * Returns the sitting with every answer judged that a machine can judge.
   * @param {Sitting} sitting
   * @param {Record<string, Key>} keys
   * @returns {Sitting}
   */
  function judged(sitting, keys) {
    const entries = Object.entries(sitting.entries).map(([id, entry]) => {
      const key = keys[id];
      if (!key?.check) return [id, { ...entry, judged: false }];
      return [id, { ...entry, judged: true, score: check.judge(key, entry.response).score }];
    });
    return { ...sitting, entries: Object.fromEntries(entries) };
  }

  /**
   * Returns what an entry of an ended sitting says, as a record of practice.
   * @param {SittingEntry} entry
   * @returns {Progress}
   */
  function record({ fingerprint, response, judged, score, grade, ticks = [] }) {
    const checked = !fields.empty(response) && (judged === true || grade !== null);
    return { fingerprint, response, checked, score, grade, ticks, revealed: true };
  }

  /**
   * Returns whether a question of an ended sitting was right, or null where that is not known: it
   * waits for the learner's mark, or was not copied from the paper.
   * @param {Sitting} sitting
   * @param {SittingEntry} entry
   */
  function outcome({ copied }, entry) {
    if (fields.empty(entry.response)) return copied ? null : false;
    const { checked, score } = record(entry);
    return checked ? score >= 1 : null;
  }

  /**
   * Returns what a sitting is worth, by section and in all. `pending` are the points of what is
   * written and not graded yet; while they decide, nobody has passed or failed.
   * @param {Sitting} sitting
   * @returns {Totals}
   */
  function totals({ sections, entries, pass, started, elapsed, copied }) {
    const found = sections.map(({ answers }) => answers.flatMap((id) => entries[id] ?? []));
    const rows = sections.map(({ id, title }, place) => ({
      id,
      title,
      ...worth(found[place] ?? []),
    }));
    const all = worth(found.flat());
    return { started, elapsed, copied, pass, passed: passed(all, pass), sections: rows, ...all };
  }

  /** @param {SittingEntry[]} entries */
  function worth(entries) {
    const answered = entries.filter(({ response }) => !fields.empty(response));
    const waiting = answered.filter(({ judged, grade }) => !judged && grade === null);
    return {
      count: entries.length,
      answered: answered.length,
      right: answered.filter(({ score }) => score >= 1).length,
      got: sum(answered.map(({ score, points }) => score * points)),
      max: sum(entries.map(({ points }) => points)),
      pending: sum(waiting.map(({ points }) => points)),
    };
  }

  /** @param {{got: number, pending: number}} worth @param {number | null} pass */
  function passed({ got, pending }, pass) {
    if (pass === null || got >= pass) return pass === null ? null : true;
    return got + pending >= pass ? null : false;
  }

  /** @param {number[]} numbers to the hundredth, so that thirds of points add up */
  const sum = (numbers) => Math.round(numbers.reduce((total, each) => total + each, 0) * 100) / 100;

  /**
   * Returns the history with a sitting in it: a new one first, whatever the clock said when it
   * began; one that is there already stays in its place.
   * @param {readonly Past[]} history
   * @param {Sitting} sitting
   * @returns {Past[]}
   */
  function remembered(history, sitting) {
    const past = { started: sitting.started, totals: totals(sitting), sitting };
    const place = history.findIndex(({ started }) => started === past.started);
    if (place < 0) return lightened([past, ...history]);
    return lightened(history.map((each, at) => (at === place ? past : each)));
  }

  /**
   * Returns one history of two that have no sitting in common, the latest first.
   * @param {readonly Past[]} history
   * @param {readonly Past[]} others
   * @returns {Past[]}
   */
  function united(history, others) {
    return lightened([...history, ...others].sort((a, b) => b.started - a.started));
  }

  /**
   * Returns a history, the latest first, whose old sittings keep their totals only: a browser's
   * storage is small.
   * @param {Past[]} history
   * @returns {Past[]}
   */
  function lightened(history) {
    let answers = 0;
    return history.slice(0, KEPT).map((past, place) => {
      answers += Object.keys(past.sitting?.entries ?? {}).length;
      const whole = place === 0 || (place < WHOLE && answers <= ANSWERS);
      return whole ? past : { ...past, sitting: null };
    });
  }

  return {
    isSitting,
    isHistory,
    begun,
    changed,
    refreshed,
    judged,
    record,
    outcome,
    totals,
    remembered,
    united,
  };
})();
