"use strict";

/**
 * A sitting as it is stored: a browser's storage is small, and an exam may have thousands of
 * questions. Pure. What is not in shorthand is left as it is, as sittings of before were stored.
 *
 * An entry is `[fingerprint, points, response, score, judged, rest]`, cut off behind the last that
 * is not 0: no answer, no score, not judged yet (1: judged, 2: left to the learner), no more.
 */
exampress.shorthand = (() => {
  const { isObject } = exampress.records;

  /** @param {Answer} response */
  const isNone = (response) => Array.isArray(response) && response.length === 0;

  /** @param {SittingEntry} entry */
  function short({ fingerprint, points, response, score, judged, grade, ...rest }) {
    const more = grade === null ? rest : { ...rest, grade };
    /** @type {unknown[]} */
    const found = [fingerprint, points, isNone(response) ? 0 : response, score];
    found.push(judged === undefined ? 0 : judged ? 1 : 2);
    found.push(Object.keys(more).length > 0 ? more : 0);
    while (found.at(-1) === 0 && found.length > 2) found.pop();
    return found;
  }

  /** @param {unknown} entry */
  function long(entry) {
    if (!Array.isArray(entry)) return entry;
    const [fingerprint, points, response = 0, score = 0, judged = 0, rest = 0] = entry;
    const known = judged === 0 ? {} : { judged: judged === 1 };
    const given = response === 0 ? [] : response;
    const more = isObject(rest) ? rest : {};
    return { fingerprint, points, response: given, score, grade: null, ...known, ...more };
  }

  /** @param {object} map @param {(value: any) => unknown} change */
  const mapped = (map, change) =>
    Object.fromEntries(Object.entries(map).map(([id, value]) => [id, change(value)]));

  /** @param {DrawnSection} section */
  function shortSection({ answers, ...section }) {
    const same = answers.join() === section.questions.join();
    return same ? section : { ...section, answers };
  }

  /** @param {unknown} section */
  function longSection(section) {
    if (!isObject(section) || section.answers !== undefined) return section;
    return { ...section, answers: section.questions };
  }

  /** @param {Sitting} sitting @returns {unknown} */
  const write = (sitting) => ({
    ...sitting,
    sections: sitting.sections.map(shortSection),
    entries: mapped(sitting.entries, short),
  });

  /** @param {unknown} value @returns {unknown} a sitting, if it is the shorthand of one */
  function read(value) {
    if (!isObject(value) || !Array.isArray(value.sections) || !isObject(value.entries))
      return value;
    const sections = value.sections.map(longSection);
    return { ...value, sections, entries: mapped(value.entries, long) };
  }

  /** @param {(sitting: any) => unknown} change @returns {(past: any) => any} */
  const each = (change) => (past) =>
    isObject(past) && past.sitting ? { ...past, sitting: change(past.sitting) } : past;

  /** @type {Shorthand<Sitting>} */
  const sitting = { read, write };

  /** @type {Shorthand<Past[]>} */
  const history = {
    read: (value) => (Array.isArray(value) ? value.map(each(read)) : value),
    write: (value) => value.map(each(write)),
  };

  return { sitting, history };
})();
