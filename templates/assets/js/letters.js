"use strict";

/**
 * The letters that options have on this page: on a form, others than in the bank. Touches nothing
 * but texts that name them.
 */
exampress.letters = (() => {
  const { one } = exampress.page;

  /**
   * Returns the bank's letters of a question's options, by those that stand on the page.
   * @param {Element} form
   * @returns {Map<string, string>}
   */
  function of(form) {
    const choices = [...form.querySelectorAll("fieldset label:has(> b)")];
    const lines = [...form.querySelectorAll(".order > li, .choices > li")];
    const values = lines.map((line, at) => {
      const { id } = /** @type {HTMLElement} */ (line).dataset;
      return id ?? form.querySelector("select")?.options[at + 1]?.value ?? "";
    });
    const found = choices.length > 0 ? choices : lines;
    return new Map(
      found.map((each, at) => [
        one("b", each).textContent ?? "",
        each.querySelector("input")?.value ?? values[at] ?? "",
      ]),
    );
  }

  /**
   * Names options anew, wherever a text names them.
   * @param {Element} place
   * @param {(letter: string) => string} now by the bank's letter, that on the page
   */
  function rename(place, now) {
    for (const named of place.querySelectorAll("[data-opt]")) {
      named.textContent = now(named.getAttribute("data-opt") ?? "");
    }
    for (const answer of place.querySelectorAll(".answer")) {
      for (const text of texts(answer)) {
        text.data = text.data.replace(/[A-Z]+/g, (key) => [...key].map(now).sort().join(""));
      }
    }
  }

  /** @param {Element} answer its texts but for the label */
  function texts(answer) {
    const found = [];
    const walker = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest(".label")) found.push(/** @type {Text} */ (node));
    }
    return found;
  }

  return { of, rename };
})();
