"use strict";

/**
 * Paints a page as its reader has set it: colours, contrast, size of type. Runs before anything
 * is drawn, so that nothing flashes or jumps.
 */
exampress.looks = (() => {
  const { storage, store } = exampress;
  const site = document.currentScript?.dataset.site ?? "";

  /** What the sheet has rules for; any other value is what it is without. */
  /** @type {Record<string, readonly string[]>} */
  const LOOKS = {
    theme: ["light", "dark"],
    contrast: ["more", "off"],
    size: ["small", "large", "largest"],
  };

  /** @param {string} name */
  const get = (name) => store.setting(storage, site, name) ?? "";

  /** @param {string} name @param {string} value */
  function paint(name, value) {
    const { dataset } = document.documentElement;
    if (LOOKS[name]?.includes(value)) dataset[name] = value;
    else delete dataset[name];
  }

  /** @param {string} name @param {string} value */
  function set(name, value) {
    store.set(storage, site, name, value);
    if (name in LOOKS) paint(name, value);
  }

  function paintAll() {
    for (const name of Object.keys(LOOKS)) paint(name, get(name));
  }

  paintAll();
  exampress.share.follow(paintAll);
  return { get, set };
})();
