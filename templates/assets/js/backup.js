"use strict";

/**
 * Progress as one file: what it holds, and why a file is refused. Pure: touches no storage and no
 * page.
 *
 * A file is `{exampress: version, site, title, saved, exams: {exam: {data, mocks}}}`; `data` is the
 * entry of an exam as it is stored, `mocks` the history of its mock exams.
 */
exampress.backup = (() => {
  const { records, sitting } = exampress;
  const { isObject } = records;

  /** Bytes. What browsers give a site to store is less. */
  const MOST = 20_000_000;

  /** How a file of ours begins. */
  const BEGINNING = '{"exampress":';

  /**
   * Returns the text of a file.
   * @param {{id: string, title: string}} site
   * @param {Map<string, Kept>} exams
   * @param {Date} now
   */
  function written(site, exams, now) {
    const kept = [...exams].map(([exam, { entry, mocks }]) => {
      return [exam, { data: JSON.parse(records.written(entry)), mocks }];
    });
    return JSON.stringify({
      exampress: records.VERSION,
      site: site.id,
      title: site.title,
      saved: now.toISOString(),
      exams: Object.fromEntries(kept),
    });
  }

  /** @param {unknown} value as text, or nothing where it goes too deep to be written again */
  function text(value) {
    try {
      return JSON.stringify(value);
    } catch {
      return "";
    }
  }

  /** @param {unknown} exam @param {number} version @returns {Kept | null} */
  function readExam(exam, version) {
    if (!isObject(exam) || text(exam) === "") return null;
    const entry = records.read(text(exam.data), version);
    const { mocks = [] } = exam;
    return entry.sound && sitting.isHistory(mocks) ? { entry, mocks } : null;
  }

  /**
   * Returns why a value is not our file, or nothing.
   * @param {Record<string, unknown>} file
   * @param {string} site
   * @returns {Fault | null}
   */
  function fault({ exampress: version, site: from, exams }, site) {
    if (!Number.isSafeInteger(version) || typeof from !== "string") return "alien";
    if (from !== site) return "foreign";
    if (/** @type {number} */ (version) > records.VERSION) return "later";
    return /** @type {number} */ (version) >= 1 && isObject(exams) ? null : "broken";
  }

  /**
   * Returns what a file holds, or why it is refused: all of it is sound, or nothing is taken.
   * @param {string} text
   * @param {string} site
   * @returns {Backup | {fault: Fault, title: string}}
   */
  function read(text, site) {
    const file = records.parsed(text);
    const begun = BEGINNING.startsWith(text.trim().slice(0, BEGINNING.length));
    if (!isObject(file)) return { fault: begun ? "cut" : "alien", title: "" };
    const title = String(typeof file.title === "string" ? file.title : file.site);
    const found = fault(file, site);
    if (found) return { fault: found, title };
    const version = /** @type {number} */ (file.exampress);
    /** @type {Map<string, Kept>} */
    const exams = new Map();
    for (const [id, value] of Object.entries(/** @type {object} */ (file.exams))) {
      const kept = readExam(value, version);
      if (kept === null) return { fault: "broken", title };
      exams.set(id, kept);
    }
    return { exams, saved: typeof file.saved === "string" ? file.saved : "" };
  }

  /**
   * Returns what an exam gains from a file.
   * @param {Kept} ours
   * @param {Kept} theirs
   * @returns {Gain}
   */
  function gain(ours, theirs) {
    const known = new Set(ours.mocks.map(({ started }) => started));
    const mocks = theirs.mocks.filter(({ started }) => !known.has(started));
    return { ...records.merged(ours.entry, theirs.entry), mocks };
  }

  return { MOST, written, read, gain };
})();
