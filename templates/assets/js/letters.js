"use strict";

/**
 * The letters that options have on this page: on a form, or in a shuffled mock exam, others than in
 * the bank. Options keep their values; only their letters change, so that answers, keys and progress
 * stay as they are, and what names an option follows.
 */
exampress.letters = (() => {
  const { one } = exampress.page;

  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  /** @type {Record<string, string>} what holds an option, by type of question */
  const HOLDERS = {
    single: ".interaction fieldset > label",
    multiple: ".interaction fieldset > label",
    matching: ".interaction .choices > li",
    ordering: ".interaction .order > li",
  };

  /** @template {Element} [T=HTMLElement] @param {string} selector @param {ParentNode} within */
  const all = (selector, within) => /** @type {T[]} */ ([...within.querySelectorAll(selector)]);

  /** @param {HTMLElement} article @returns {HTMLElement[]} */
  function holders(article) {
    const selector = HOLDERS[article.dataset.type ?? ""];
    return selector ? all(selector, article) : [];
  }

  /** @param {HTMLElement} holder the letter under which the bank has an option */
  const former = (holder) => one("b", holder).textContent ?? "";

  /** @param {HTMLElement} article as the bank has it: its letters in order, none where it has none */
  const bank = (article) => holders(article).map(former).join("");

  /** @template T @param {T[]} entries @param {string} drawn @param {(entry: T) => string} letter */
  const sorted = (entries, drawn, letter) =>
    [...entries].sort((a, b) => drawn.indexOf(letter(a)) - drawn.indexOf(letter(b)));

  /**
   * Puts options into another order, before they are wired.
   * @param {HTMLElement} article as the bank has it
   * @param {string} drawn its former letters in their new order
   */
  function arrange(article, drawn) {
    const own = holders(article);
    /** @param {string} letter */
    const now = (letter) => LETTERS[drawn.indexOf(letter)] ?? letter;
    rename(article, now);
    for (const select of all("select", article)) {
      const options = all("option", select).filter((each) => each.textContent);
      select.append(...sorted(options.slice(1), drawn, (each) => each.textContent ?? ""));
    }
    own[0]?.parentElement?.append(...sorted(own, drawn, former));
    for (const holder of own) one("b", holder).textContent = now(former(holder));
  }

  /**
   * Returns the bank's letters of a question's options, by those that stand on the page.
   * @param {Element} interaction
   * @returns {Map<string, string>}
   */
  function of(interaction) {
    const choices = [...interaction.querySelectorAll("fieldset label:has(> b)")];
    const lines = [...interaction.querySelectorAll(".order > li, .choices > li")];
    const values = lines.map((line, at) => {
      const { id } = /** @type {HTMLElement} */ (line).dataset;
      return id ?? interaction.querySelector("select")?.options[at + 1]?.value ?? "";
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

  return { bank, arrange, of, rename };
})();
