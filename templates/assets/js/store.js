"use strict";

/**
 * Keeps progress and settings in the browser; the only script that touches storage.
 *
 * One entry an exam, `exampress:{version}:{site}:{exam}`; its shape is that of `records.js`.
 * Several tabs may write: each change is put into what is stored at that moment.
 */
exampress.store = (() => {
  const { records } = exampress;
  const { VERSION } = records;
  const SETTINGS = "exampress:1:";
  const NOTES = "exampress:1:";

  /** @type {Shorthand<any>} */
  const PLAIN = { read: (value) => value, write: (value) => value };

  /** Right answers in a row after which a question leaves the wrong-answer book. */
  const ENOUGH = 2;

  /** Returns the browser's storage, or nothing where it is forbidden. */
  function local() {
    try {
      return globalThis.localStorage;
    } catch {
      return null;
    }
  }

  /**
   * Returns the names of an exam's entry, of this version and then of the ones before.
   * @param {string} site
   * @param {string} exam
   */
  function names(site, exam) {
    return Array.from({ length: VERSION }, (_, at) => `exampress:${VERSION - at}:${site}:${exam}`);
  }

  /**
   * Puts an unreadable entry aside under a name of its own, so that nothing overwrites it.
   * @param {Storing} into
   * @param {string} name
   * @param {string} raw
   */
  function setAside(into, name, raw) {
    for (let number = 1; ; number += 1) {
      const aside = `${name}:damaged${number > 1 ? number : ""}`;
      const kept = into.getItem(aside);
      if (kept === null) into.setItem(aside, raw);
      if (kept === null || kept === raw) return;
    }
  }

  /**
   * Lays records over others.
   * @template T
   * @param {Map<string, T>} records
   * @param {Map<string, T | null>} changes
   */
  function lay(records, changes) {
    for (const [id, record] of changes) {
      if (record === null) records.delete(id);
      else records.set(id, record);
    }
  }

  /**
   * Returns the progress of one exam.
   * @param {Storing | null} storage
   * @param {string} site
   * @param {string} exam
   * @returns {Book}
   */
  function open(storage, site, exam) {
    const [name = "", ...earlier] = names(site, exam);
    let stored = records.read(null);
    /** Changes that storage has not taken yet. */
    const pending = {
      /** @type {Map<string, Progress | null>} */
      questions: new Map(),
      /** @type {Map<string, Review | null>} */
      reviews: new Map(),
    };
    /** @type {Set<Trouble>} */
    const troubles = new Set();

    /** @template T @param {(storage: Storing) => T} act @returns {T | undefined} */
    function tried(act) {
      try {
        if (storage === null) throw new Error("storage is forbidden");
        return act(storage);
      } catch {
        troubles.add("unsaved");
        return undefined;
      }
    }

    /** @param {string} name @param {number} version */
    function readEntry(name, version) {
      const raw = tried((from) => from.getItem(name)) ?? null;
      const entry = records.read(raw, version);
      if (!entry.sound && raw !== null) {
        troubles.add("damaged");
        tried((into) => setAside(into, name, raw));
      }
      return raw === null ? null : entry;
    }

    /** Reads what is stored and lays the pending changes over it. */
    function current() {
      stored = readEntry(name, VERSION) ?? records.read(null);
      for (const [back, former] of earlier.entries()) {
        // Also beside an entry of this version: a tab of before the update may still write it.
        const entry = readEntry(former, VERSION - 1 - back);
        if (entry === null) continue;
        stored.data = { ...entry.data, ...stored.data };
        stored.questions = new Map([...entry.questions, ...stored.questions]);
        stored.reviews = new Map([...entry.reviews, ...stored.reviews]);
      }
      lay(stored.questions, pending.questions);
      lay(stored.reviews, pending.reviews);
    }

    /** Writes what is pending. */
    function save() {
      troubles.delete("unsaved");
      current();
      // Where an unreadable entry could not be put aside, it must not be overwritten either.
      if (troubles.has("unsaved")) return;
      tried((into) => into.setItem(name, records.written(stored)));
      if (troubles.has("unsaved")) return;
      pending.questions.clear();
      pending.reviews.clear();
      for (const former of earlier) tried((from) => from.removeItem(former));
    }

    /** @param {Changes} changes */
    function putAll({ questions = new Map(), reviews = new Map() }) {
      for (const [id, record] of questions) pending.questions.set(id, record);
      for (const [id, record] of reviews) pending.reviews.set(id, record);
      save();
    }

    /** @param {string} id @param {Progress | null} record */
    const put = (id, record) => putAll({ questions: new Map([[id, record]]) });

    /** @param {string} id @param {Review | undefined} review */
    function remember(id, review) {
      if (review) putAll({ reviews: new Map([[id, review]]) });
    }

    const enough = () => Number(setting(storage, site, "streak")) || ENOUGH;
    /** @param {string} id */
    const review = (id) => stored.reviews.get(id);
    /** Gives each change what is stored now, which another tab may have changed. */
    const fresh = (/** @type {string} */ id) => {
      current();
      return review(id);
    };

    current();
    return {
      name,
      get: (id) => stored.questions.get(id),
      ids: () => [...stored.questions.keys()],
      put,
      putAll,
      entry: () => stored,
      review,
      reviewed: () => [...stored.reviews.keys()],
      after: (id, right) =>
        right
          ? records.mastered(review(id), Date.now(), enough())
          : records.missed(review(id), Date.now()),
      markWrong: (id) => remember(id, records.missed(fresh(id), Date.now())),
      markRight: (id) => remember(id, records.mastered(fresh(id), Date.now(), enough())),
      bookmark: (id, on) => remember(id, records.bookmarked(fresh(id), Date.now(), on)),
      forget: (id) => remember(id, records.forgotten(fresh(id), Date.now())),
      refresh: current,
      troubles: () => [...troubles],
    };
  }

  /**
   * Returns a place for one more value of an exam, which is stored as a whole: a mock exam that
   * runs, or those of before.
   * @template T
   * @param {Storing | null} storage
   * @param {string} site
   * @param {string} exam
   * @param {string} kind
   * @param {(value: unknown) => value is T} is what can be read; all else is put aside
   * @param {Shorthand<T>} [shorthand] in which it is stored
   * @returns {Note<T>}
   */
  function note(storage, site, exam, kind, is, shorthand = PLAIN) {
    const name = `${NOTES}${site}:${exam}:${kind}`;
    /** @type {Set<Trouble>} */
    const troubles = new Set();
    /** @type {{value: T | null} | null} what storage has not taken */
    let pending = null;
    /** @type {{raw: string, value: T} | null} what was there at the last look */
    let seen = null;
    /** What is damaged and could not be put aside must not be overwritten. */
    let stuck = false;

    /** @param {string} raw */
    function damaged(raw) {
      troubles.add("damaged");
      try {
        if (storage) setAside(storage, name, raw);
        storage?.removeItem(name);
      } catch {
        stuck = true;
      }
      return null;
    }

    function read() {
      if (pending) return pending.value;
      const raw = peek();
      if (raw === null) return null;
      if (seen?.raw === raw) return seen.value;
      const value = shorthand.read(records.parsed(raw));
      if (!is(value)) return damaged(raw);
      seen = { raw, value };
      return value;
    }

    function peek() {
      try {
        return storage?.getItem(name) ?? null;
      } catch {
        return null;
      }
    }

    /** @param {T | null} value */
    function write(value) {
      try {
        if (storage === null || stuck) throw new Error("storage is forbidden, or must stay");
        const raw = value === null ? null : JSON.stringify(shorthand.write(value));
        if (raw === null) storage.removeItem(name);
        else storage.setItem(name, raw);
        seen = value === null || raw === null ? null : { raw, value };
        pending = null;
        troubles.delete("unsaved");
      } catch {
        pending = { value };
        troubles.add("unsaved");
      }
    }

    /** Finds out whether a value would be stored, before there is one. */
    function probe() {
      const raw = read() === null ? null : peek();
      try {
        if (storage === null || stuck) throw new Error("storage is forbidden, or must stay");
        storage.setItem(name, raw ?? "null");
        if (raw === null) storage.removeItem(name);
      } catch {
        troubles.add("unsaved");
      }
    }

    return { name, read, write, probe, troubles: () => [...troubles] };
  }

  /** What a name may end in: an exam's entry in nothing, its notes in their kind. */
  const KINDS = ["", "mock", "mocks"];

  /**
   * Returns the ids of all exams that something is kept of, also of those that are gone.
   * @param {Storing | null} storage
   * @param {string} site
   */
  function exams(storage, site) {
    /** @type {Set<string>} */
    const found = new Set();
    try {
      for (let place = 0; place < (storage?.length ?? 0); place += 1) {
        const [ours, , owner, exam, kind = ""] = storage?.key?.(place)?.split(":") ?? [];
        const holds = ours === "exampress" && owner === site && KINDS.includes(kind);
        if (holds && exam) found.add(exam);
      }
    } catch {
      // Where storage is forbidden, nothing is kept.
    }
    return [...found].sort();
  }

  /**
   * Returns what a reader has chosen for this site.
   * @param {Storing | null} storage
   * @param {string} site
   * @returns {Record<string, unknown>}
   */
  function settings(storage, site) {
    try {
      const found = records.parsed(storage?.getItem(SETTINGS + site) ?? "{}");
      return records.isObject(found) ? found : {};
    } catch {
      return {};
    }
  }

  /**
   * @param {Storing | null} storage
   * @param {string} site
   * @param {string} name
   */
  function setting(storage, site, name) {
    const value = settings(storage, site)[name];
    return typeof value === "string" ? value : null;
  }

  /**
   * Remembers a choice, where there is storage.
   * @param {Storing | null} storage
   * @param {string} site
   * @param {string} name
   * @param {string} value
   */
  function set(storage, site, name, value) {
    try {
      const chosen = { ...settings(storage, site), [name]: value };
      storage?.setItem(SETTINGS + site, JSON.stringify(chosen));
    } catch {
      // The choice then holds for this page only, which the reader sees.
    }
  }

  /** Returns what a browser keeps until a tab is closed, or nothing where that is forbidden. */
  function session() {
    try {
      return globalThis.sessionStorage;
    } catch {
      return null;
    }
  }

  /** @param {string} site @param {string} exam */
  const keyName = (site, exam) => `exampress:1:${site}:${exam}:key`;

  /**
   * Returns the key to an exam's sealed answers, if this tab is to know it.
   * @param {Storing | null} storage
   * @param {string} site
   * @param {string} exam
   */
  function key(storage, site, exam) {
    try {
      return storage?.getItem(keyName(site, exam)) ?? "";
    } catch {
      return "";
    }
  }

  /**
   * Keeps the key to an exam's sealed answers, where there is storage, or forgets it.
   * @param {Storing | null} storage
   * @param {string} site
   * @param {string} exam
   * @param {string} word
   */
  function keepKey(storage, site, exam, word) {
    try {
      if (word) storage?.setItem(keyName(site, exam), word);
      else storage?.removeItem(keyName(site, exam));
    } catch {
      // The answers are open on this page only, which the reader sees on the next.
    }
  }

  return { ENOUGH, local, session, open, note, exams, setting, set, key, keepKey };
})();
