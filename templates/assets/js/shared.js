"use strict";

/**
 * The storage that all pages of a site share. As a rule that is the browser's own; but Firefox
 * gives each file opened from a folder a storage to itself. There, a page keeps a copy and passes
 * each change on to `hub.html`, in a frame nobody sees, whose storage is one for all.
 *
 * Changes that the hub has not confirmed are noted, so that none is lost when a page is closed at
 * once: they are merged when it is opened again. What arrives is told as a `storage` event, like
 * what another tab has stored.
 */
exampress.share = (() => {
  const { records } = exampress;

  /** The names of entries that the hub has not confirmed; none before it has been met. */
  const UNSENT = "exampress:unsent";
  const OURS = /^exampress:\d+:/;
  const ENTRY = /^exampress:(\d+):[^:]+:[^:]+$/;

  /** @param {string} name whether it is of an exam, as this version keeps it */
  const isEntry = (name) => Number(ENTRY.exec(name)?.[1]) === records.VERSION;

  /**
   * Returns what two storages know of one name: of an exam's questions the later records, else
   * what is here.
   * @param {string} name
   * @param {string} ours
   * @param {string} theirs
   */
  function joined(name, ours, theirs) {
    if (!isEntry(name)) return ours;
    const [our, their] = [records.read(ours), records.read(theirs)];
    if (!our.sound || !their.sound) return ours;
    const { changes } = records.merged(our, their);
    for (const [id, record] of changes.questions) our.questions.set(id, record);
    for (const [id, review] of changes.reviews) our.reviews.set(id, review);
    return records.written({ ...our, data: { ...their.data, ...our.data } });
  }

  /**
   * Lays over records what has become of them elsewhere since both were the same.
   * @template T
   * @param {Map<string, T>} base
   * @param {Map<string, T>} ours
   * @param {Map<string, T>} theirs
   */
  function overlay(base, ours, theirs) {
    const same = (/** @type {string} */ id) =>
      JSON.stringify(base.get(id)) === JSON.stringify(theirs.get(id));
    for (const id of new Set([...base.keys(), ...theirs.keys()])) {
      const their = theirs.get(id);
      if (same(id)) continue;
      if (their === undefined) ours.delete(id);
      else ours.set(id, their);
    }
  }

  /**
   * Returns what two pages have made of one text: of an exam's questions each what either has
   * changed, else what is here.
   * @param {string} name
   * @param {string | null} base
   * @param {string | null} ours
   * @param {string | null} theirs
   */
  function reconciled(name, base, ours, theirs) {
    if (!isEntry(name) || ours === null || theirs === null) return ours;
    const [was, our, their] = [records.read(base), records.read(ours), records.read(theirs)];
    if (!was.sound || !our.sound || !their.sound) return ours;
    overlay(was.questions, our.questions, their.questions);
    overlay(was.reviews, our.reviews, their.reviews);
    return records.written({ ...our, data: { ...their.data, ...our.data } });
  }

  /**
   * Returns a storage that is `own` and a hub behind it.
   * @param {Storage} own
   * @param {(change: HubChange) => void} send
   * @param {(name: string) => void} arrived called with the name of what another page has changed
   */
  function mirror(own, send, arrived) {
    /** What the hub has, as far as we know. @type {Map<string, string | null> | null} */
    let known = null;
    /** Names of which a change is on its way: one at a time. @type {Set<string>} */
    const flying = new Set();

    /** @returns {Set<string>} */
    function unsent() {
      const raw = own.getItem(UNSENT);
      const names = raw === null ? ownNames() : records.parsed(raw);
      return new Set(Array.isArray(names) ? names : ownNames());
    }

    /** What a page had before there was a hub counts as not sent. */
    function ownNames() {
      return Array.from({ length: own.length }, (_, at) => own.key(at) ?? "").filter((name) =>
        OURS.test(name),
      );
    }

    /** @param {Set<string>} names */
    const note = (names) => own.setItem(UNSENT, JSON.stringify([...names]));

    /** @param {string} name @param {string | null} text */
    function keep(name, text) {
      if (own.getItem(name) === text) return;
      if (text === null) own.removeItem(name);
      else own.setItem(name, text);
      arrived(name);
    }

    /** @param {string} name sends what is here, unless the hub has it */
    function push(name) {
      if (known === null || flying.has(name)) return;
      const [text, base] = [own.getItem(name), known.get(name) ?? null];
      if (text !== base) {
        flying.add(name);
        return send({ name, text, base });
      }
      const left = unsent();
      if (left.delete(name)) note(left);
    }

    /** @param {string} name passes a change on, now or when the hub is met */
    function pass(name) {
      note(unsent().add(name));
      push(name);
    }

    /** @param {[string, string][]} entries */
    function meet(entries) {
      known = new Map(entries);
      const waiting = unsent();
      note(waiting);
      for (const name of new Set([...known.keys(), ...ownNames(), ...waiting])) {
        const [our, their] = [own.getItem(name), known.get(name) ?? null];
        if (!waiting.has(name)) keep(name, their);
        else if (our !== null && their !== null) keep(name, joined(name, our, their));
        push(name);
      }
    }

    /** @param {string} name @param {string | null} text that the hub has now */
    function follows(name, text) {
      const [our, base] = [own.getItem(name), known?.get(name) ?? null];
      known?.set(name, text);
      keep(name, our === base ? text : reconciled(name, base, our, text));
      push(name);
    }

    /** @param {HubMessage} message */
    function receive({ all, taken, changed, refused }) {
      if (all) meet(all);
      const answer = taken ?? refused;
      if (answer) flying.delete(answer.name);
      if (taken) known?.set(taken.name, taken.text);
      if (taken) push(taken.name);
      const theirs = changed ?? refused;
      if (theirs) follows(theirs.name, theirs.text);
    }

    const storage = {
      get length() {
        return own.length;
      },
      key: (/** @type {number} */ place) => own.key(place),
      getItem: (/** @type {string} */ name) => own.getItem(name),
      /** @param {string} name @param {string} text */
      setItem(name, text) {
        own.setItem(name, text);
        pass(name);
      },
      /** @param {string} name */
      removeItem(name) {
        own.removeItem(name);
        pass(name);
      },
    };
    return { storage, receive };
  }

  /**
   * Acts when what is stored may be something else: another page has changed it, or this page was
   * left, and stands as it was.
   * @param {() => void} act
   * @param {string} [name] of the one entry that is of interest
   */
  function follow(act, name) {
    window.addEventListener("storage", ({ key }) => {
      if (name === undefined || key === name || key === null) act();
    });
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) act();
    });
  }

  return { joined, reconciled, mirror, follow };
})();

exampress.storage = (() => {
  const { share, store } = exampress;
  const own = store.local();
  const hub = document.currentScript?.dataset.hub;

  /** Whether each file has a storage to itself: Firefox, from a folder, and in no frame. */
  const isApart = () =>
    location.protocol === "file:" && "mozInnerScreenX" in window && window.parent === window;

  /** @param {string} key */
  const announce = (key) => window.dispatchEvent(new StorageEvent("storage", { key }));

  if (own === null || !hub || !isApart()) return own;
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.src = hub;
  const { storage, receive } = share.mirror(
    own,
    (change) => frame.contentWindow?.postMessage(change, "*"),
    announce,
  );
  window.addEventListener("message", ({ source, data }) => {
    if (source !== null && source === frame.contentWindow) receive(data);
  });
  document.addEventListener("DOMContentLoaded", () => document.body.append(frame));
  return storage;
})();
