"use strict";

/**
 * Keeps progress and settings in the browser; the only script that touches storage.
 *
 * One entry an exam, `exampress:1:{site}:{exam}`, as `{questions: {id: Progress}}`; 1 is the
 * version of that shape. What this version does not know is carried along untouched. Several tabs
 * may write: each change is put into what is stored at that moment.
 */
exampress.store = (() => {
  const PREFIX = "exampress:1:";

  /** Returns the browser's storage, or nothing where it is forbidden. */
  function local() {
    try {
      return globalThis.localStorage;
    } catch {
      return null;
    }
  }

  /** @param {unknown} value @returns {value is Record<string, unknown>} */
  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  /** @param {unknown} value */
  function isTexts(value) {
    return Array.isArray(value) && value.every((each) => typeof each === "string");
  }

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

  /** @param {string | null} raw @returns {unknown} */
  function parsed(raw) {
    try {
      return raw === null ? { questions: {} } : JSON.parse(raw);
    } catch {
      return undefined;
    }
  }

  /**
   * Returns what is stored, the records that can be read, and whether that is all of it.
   * @param {string | null} raw
   */
  function read(raw) {
    const data = parsed(raw);
    const known = isObject(data) && isObject(data.questions);
    const entries = known ? Object.entries(/** @type {object} */ (data.questions)) : [];
    const good = entries.filter(([, record]) => isProgress(record));
    const sound = known && good.length === entries.length;
    return { data: known ? data : {}, records: new Map(good), sound };
  }

  /**
   * Returns the progress of one exam.
   * @param {Storage | null} storage
   * @param {string} site
   * @param {string} exam
   * @returns {Book}
   */
  function open(storage, site, exam) {
    const name = `${PREFIX}${site}:${exam}`;
    /** @type {Map<string, Progress>} */
    let records = new Map();
    /** @type {Map<string, Progress | null>} changes that storage has not taken yet */
    const pending = new Map();
    /** @type {Set<Trouble>} */
    const troubles = new Set();

    /** @template T @param {(storage: Storage) => T} act @returns {T | undefined} */
    function tried(act) {
      try {
        if (storage === null) throw new Error("storage is forbidden");
        return act(storage);
      } catch {
        troubles.add("unsaved");
        return undefined;
      }
    }

    /**
     * Puts an unreadable entry aside under a name of its own, so that nothing overwrites it.
     * @param {Storage} into
     * @param {string} raw
     */
    function setAside(into, raw) {
      for (let number = 1; ; number += 1) {
        const aside = `${name}:damaged${number > 1 ? number : ""}`;
        const kept = into.getItem(aside);
        if (kept === null) into.setItem(aside, raw);
        if (kept === null || kept === raw) return;
      }
    }

    /** Reads what is stored and lays the pending changes over it. */
    function current() {
      const raw = tried((from) => from.getItem(name)) ?? null;
      const stored = read(raw);
      if (!stored.sound && raw !== null) {
        troubles.add("damaged");
        tried((into) => setAside(into, raw));
      }
      for (const [id, record] of pending) {
        if (record === null) stored.records.delete(id);
        else stored.records.set(id, record);
      }
      records = stored.records;
      return stored.data;
    }

    /** @param {string} id @param {Progress | null} record */
    function put(id, record) {
      pending.set(id, record);
      troubles.delete("unsaved");
      const data = current();
      const text = JSON.stringify({ ...data, questions: Object.fromEntries(records) });
      // Where an unreadable entry could not be put aside, it must not be overwritten either.
      if (troubles.has("unsaved")) return;
      tried((into) => into.setItem(name, text));
      if (!troubles.has("unsaved")) pending.clear();
    }

    current();
    return {
      name,
      get: (id) => records.get(id),
      ids: () => [...records.keys()],
      put,
      refresh: () => void current(),
      troubles: () => [...troubles],
    };
  }

  /**
   * Returns the theme a reader has chosen for this site.
   * @param {Storage | null} storage
   * @param {string} site
   */
  function setting(storage, site) {
    try {
      const data = parsed(storage?.getItem(`${PREFIX}${site}`) ?? null);
      return isObject(data) && typeof data.theme === "string" ? data.theme : null;
    } catch {
      return null;
    }
  }

  /**
   * Remembers the theme, where there is storage.
   * @param {Storage | null} storage
   * @param {string} site
   * @param {string} theme
   */
  function set(storage, site, theme) {
    try {
      storage?.setItem(`${PREFIX}${site}`, JSON.stringify({ theme }));
    } catch {
      // The choice then holds for this page only, which the reader sees.
    }
  }

  return { local, open, setting, set };
})();
