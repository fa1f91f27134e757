"use strict";

/**
 * Works pages by the keyboard: moves from question to question, chooses options, presses the
 * buttons that are there. Single characters can be switched off (WCAG 2.1.4).
 */
(() => {
  const { looks, page } = exampress;

  const QUESTION = "article.q:has(> .interaction)";
  const OPTION = ":scope > .interaction fieldset label:has(> input)";
  const FIELD = "input, select, textarea, button";
  const WRITES = "input:not([type=radio], [type=checkbox]), select, textarea";
  /** Where keys have a use of their own; what is wide is scrolled by them. */
  const ACTS = "a, button, summary, input, select, textarea, [tabindex='0']";
  /** Below the header, with a little room. */
  const TOP = 90;

  /** @returns {HTMLElement[]} the questions that show */
  const questions = () =>
    [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(QUESTION))].filter(
      (each) => each.getClientRects().length > 0,
    );

  /** @returns {HTMLElement | undefined} where one is: by the focus, or else by the eye */
  function current() {
    /** @type {HTMLElement | null | undefined} */
    const focused = document.activeElement?.closest(QUESTION);
    return focused ?? questions().find((each) => each.getBoundingClientRect().bottom > TOP);
  }

  /** @param {HTMLElement} question */
  function enter(question) {
    question.tabIndex = -1;
    question.scrollIntoView({ block: "start" });
    question.focus({ preventScroll: true });
  }

  /** @param {-1 | 1} by */
  function step(by) {
    if (exampress.view.step(by)) return true;
    const all = questions();
    const focused = document.activeElement?.closest(QUESTION);
    const here = current();
    const at = here ? all.indexOf(here) : -1;
    // The first step goes to the question that is in sight.
    const target = focused || by < 0 ? all[at + by] : here;
    if (target) enter(target);
    return target !== undefined;
  }

  /** @param {string} selector presses what is there and can be pressed */
  function press(selector, within = current()) {
    const control = within?.querySelector(selector);
    if (!(control instanceof HTMLElement) || control.hidden) return false;
    control.click();
    return true;
  }

  /** @param {string} key a letter that options bear, or a digit that counts them */
  function choose(key) {
    const question = current();
    const labels = question ? [...question.querySelectorAll(OPTION)] : [];
    const place = "123456789".indexOf(key);
    const label = labels.find(
      (each, index) => index === place || each.querySelector("b")?.textContent === key,
    );
    const input = label?.querySelector("input");
    if (!question || !input) return false;
    if (document.activeElement?.closest(QUESTION) !== question) enter(question);
    input.click();
    return true;
  }

  /** Checks an answer; goes on from what is checked; goes into a field that waits to be filled. */
  function proceed() {
    const question = current();
    if (!question || document.activeElement?.closest(QUESTION) !== question) return false;
    if (["right", "wrong", "partial"].includes(question.dataset.state ?? "")) return step(1);
    if (question.querySelector(OPTION)) return press("[data-do=check]") || step(1);
    /** @type {HTMLElement | null} */
    const field = question.querySelector(`.interaction :is(${FIELD})`);
    field?.focus();
    return field !== null;
  }

  /** Leaves a field for the question around it, so that keys are commands again. */
  function leave() {
    const question = document.activeElement?.closest(QUESTION);
    if (!(question instanceof HTMLElement) || document.activeElement === question) return false;
    enter(question);
    return true;
  }

  function help() {
    const dialog = document.querySelector("#_shortcuts");
    if (dialog instanceof HTMLDialogElement) page.open(dialog);
    return dialog !== null;
  }

  function search() {
    const field = document.querySelector("#_query");
    const link = document.querySelector("#_find");
    if (field instanceof HTMLElement) field.focus();
    else if (link instanceof HTMLAnchorElement) location.href = `${link.href}#_query`;
    return field !== null || link !== null;
  }

  /** Keys that are no characters; they work always, but not where the browser has a use of its own. */
  /** @type {Record<string, () => boolean>} */
  const MOVES = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Enter: proceed,
  };

  /** Characters, which can be switched off. Those with Shift leave the plain letters to options. */
  /** @type {Record<string, () => boolean>} */
  const CHARACTERS = {
    "?": help,
    "/": search,
    "⇧H": () => press(":scope > .interaction .hint > summary"),
    "⇧X": () => press(":scope > details > summary"),
    "⇧R": () => press(":scope > .interaction [data-do=reset]"),
    "⇧S": () => press(".bookmark"),
    "⇧F": () => press("[data-do=flag]"),
    "⇧N": () => press("[data-do=next]", document.body),
  };

  /** @param {KeyboardEvent} event @param {Element} target @returns {boolean} whether it was used */
  function used(event, target) {
    const { key, shiftKey } = event;
    const writes = target.matches(WRITES);
    if (key === "Escape") return writes && leave();
    if (writes) return false;
    const move = MOVES[key];
    if (move) return !target.matches(ACTS) && !shiftKey && move();
    if (key.length !== 1 || looks.get("keys") === "off") return false;
    // Caps Lock makes capitals, too; only Shift makes commands.
    const name = /^[a-z]$/i.test(key) ? `${shiftKey ? "⇧" : ""}${key.toUpperCase()}` : key;
    return CHARACTERS[name]?.() ?? choose(name);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const { target, isComposing, keyCode, ctrlKey, metaKey, altKey } = event;
    if (event.defaultPrevented || isComposing || keyCode === 229) return;
    if (ctrlKey || metaKey || altKey || document.querySelector("dialog[open]")) return;
    if (target instanceof Element && used(event, target)) event.preventDefault();
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("click", ({ target }) => {
    const opener = target instanceof Element ? target.closest("[data-do=shortcuts]") : null;
    if (opener === null) return;
    opener.closest("dialog")?.close();
    help();
  });
})();
