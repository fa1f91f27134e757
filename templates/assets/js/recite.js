"use strict";

/**
 * Reading mode (背题): every answer stands open and filled in, nothing is counted or stored. A
 * section's page shows itself so if its address asks for `?recite`.
 */
exampress.recite = (() => {
  const { page, verdict } = exampress;

  /** @type {Record<string, (value: any) => Answer>} by check: the answer that the key wants */
  const MODEL = {
    set: (value) => value,
    text: (value) => value.map((/** @type {string[]} */ accepted) => accepted[0] ?? ""),
    number: String,
    pairs: (value) => value,
    sequence: (value) => value,
  };

  /** @param {Item} item */
  function fill(item) {
    const { key } = item;
    const response = key.check ? (MODEL[key.check]?.(key.value) ?? []) : [];
    item.field.write(item.interaction, response);
    const { fingerprint } = key;
    const checked = key.check !== undefined;
    verdict.mark(item, { fingerprint, response, checked, score: 1, grade: null, revealed: true });
    for (const control of page.all("input, select, textarea", item.interaction)) {
      control.toggleAttribute("disabled", true);
    }
    for (const moves of page.all(".moves", item.interaction)) moves.remove();
  }

  /** Keeps the mode on the way to the sections before and after. */
  function carry() {
    for (const link of document.querySelectorAll(".pager a")) {
      const address = link.getAttribute("href") ?? "";
      link.setAttribute("href", `${address}?recite`);
    }
  }

  /** @param {Item[]} items */
  function show(items) {
    for (const item of items) fill(item);
    for (const closed of document.querySelectorAll(".questions details")) {
      /** @type {HTMLDetailsElement} */ (closed).open = true;
    }
    page.one(".intro").append(page.clone("#_reciting"));
    carry();
  }

  const asked = new URLSearchParams(location.search).has("recite");
  return { asked: asked && document.querySelector("#_reciting") !== null, show };
})();
