"use strict";

/**
 * The page `hub.html`, which stands unseen in pages that are opened from a folder where a browser
 * gives each file a storage of its own: keeps what all of them share. See `shared.js`.
 *
 * Served by a host it says and takes nothing: any site could put it into a frame.
 */
(() => {
  const OURS = /^exampress:\d+:/;

  /** @param {HubMessage} message */
  const tell = (message) => window.parent.postMessage(message, "*");

  /** @returns {[string, string][]} */
  function entries() {
    return Object.entries({ ...localStorage }).filter(([name]) => OURS.test(name));
  }

  /** @param {unknown} data @returns {data is HubChange} */
  function isChange(data) {
    if (typeof data !== "object" || data === null) return false;
    const { name, text, base } = /** @type {Record<string, unknown>} */ (data);
    const texts = [text, base].every((each) => each === null || typeof each === "string");
    return texts && typeof name === "string" && OURS.test(name);
  }

  /**
   * Stores a change of what the sender believes to be here; else tells what is. What cannot be
   * stored is not confirmed, and stays with the sender.
   * @param {HubChange} change
   */
  function take({ name, text, base }) {
    try {
      const current = localStorage.getItem(name);
      if (current !== base) return tell({ refused: { name, text: current } });
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    } catch {
      return;
    }
    tell({ taken: { name, text } });
  }

  /** @param {MessageEvent} event */
  function onMessage({ source, data }) {
    if (source === window.parent && isChange(data)) take(data);
  }

  /** @param {StorageEvent} event */
  function onStorage({ key, newValue }) {
    if (key !== null && OURS.test(key)) tell({ changed: { name: key, text: newValue } });
  }

  function start() {
    try {
      tell({ all: entries() });
    } catch {
      return; // no storage here either: each page keeps to itself
    }
    window.addEventListener("message", onMessage);
    window.addEventListener("storage", onStorage);
  }

  if (location.protocol === "file:" && window.parent !== window) start();
})();
