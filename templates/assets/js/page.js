"use strict";

/**
 * What every page has: its data and words, notices, dialogs.
 */
exampress.page = (() => {
  const { storage, store } = exampress;

  /**
   * Returns the elements within another.
   * @template {Element} [T=HTMLElement]
   * @param {string} selector
   * @param {Element} within
   * @returns {T[]}
   */
  const all = (selector, within) => /** @type {T[]} */ ([...within.querySelectorAll(selector)]);

  /**
   * Returns the element a page must have.
   * @template {Element} [T=HTMLElement]
   * @param {string} selector
   * @param {ParentNode} [within]
   */
  function one(selector, within = document) {
    const found = within.querySelector(selector);
    if (found === null) throw new Error(`the page has no ${selector}`);
    return /** @type {T} */ (found);
  }

  /** What templates hold, by selector, in this document: to copy that again takes half the time. */
  /** @type {Map<string, DocumentFragment>} */
  const held = new Map();

  /** @param {string} selector */
  function clone(selector) {
    /** @type {HTMLTemplateElement} */
    const template = one(selector);
    const found = held.get(selector) ?? document.importNode(template.content, true);
    held.set(selector, found);
    return /** @type {DocumentFragment} */ (found.cloneNode(true));
  }

  /** @template T @param {string} selector @returns {T} */
  function data(selector) {
    return JSON.parse(one(selector).textContent ?? "");
  }

  /**
   * Returns the words of that name, `{n}` and the like filled in.
   * @param {Words} words
   * @param {string} name
   * @param {Record<string, string | number>} [values]
   */
  function say(words, name, values = {}) {
    const found = words[name];
    if (found === undefined) throw new Error(`there are no words for '${name}'`);
    const text = typeof found === "string" ? found : found[values.n === 1 ? "one" : "other"];
    return text.replace(/\{(\w+)\}/g, (_, value) => String(values[value] ?? ""));
  }

  /** @param {string} text */
  function notice(text) {
    const list = one("#_notices");
    if ([...list.children].some((each) => each.textContent === text)) return;
    const line = document.createElement("p");
    line.textContent = text;
    list.append(line);
  }

  const site = () => document.body.dataset.site ?? "";

  /** @param {string} exam */
  const book = (exam) => store.open(storage, site(), exam);

  /** @param {string} name what the reader has chosen for this site */
  const setting = (name) => store.setting(storage, site(), name);

  /** @param {string} name @param {string} value */
  const set = (name, value) => store.set(storage, site(), name, value);

  /**
   * @template T
   * @param {string} exam
   * @param {string} kind
   * @param {(value: unknown) => value is T} is
   * @param {Shorthand<T>} [shorthand]
   */
  const note = (exam, kind, is, shorthand) =>
    store.note(storage, site(), exam, kind, is, shorthand);

  /** @param {HTMLDialogElement} dialog opens it; its button, Escape and the page around close it */
  function open(dialog) {
    dialog.onclick = ({ target }) => {
      const closes = target instanceof Element && target.closest("[data-do=close]");
      if (closes || target === dialog) dialog.close();
    };
    dialog.showModal();
    // A long text is read from its beginning, not from the button at its end.
    /** @type {HTMLElement | null} */
    const title = dialog.querySelector("h2[tabindex]");
    title?.focus();
  }

  /** @param {Element} target */
  function isLarger({ scrollWidth, clientWidth, scrollHeight, clientHeight }) {
    return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
  }

  /** @param {Element[]} targets lets the keyboard scroll those that are larger than their place */
  function openIfWide(targets) {
    const larger = new Set(targets.filter(isLarger)); // all are asked before one is changed
    for (const target of targets) {
      if (larger.has(target)) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
    }
  }

  /** Lets the keyboard scroll what is larger than its place, now and when sizes change. */
  function openWide() {
    const all = [
      ...document.querySelectorAll("pre, table, .scroll, math[display=block], .material"),
    ];
    const observer = new ResizeObserver((entries) =>
      openIfWide(entries.map(({ target }) => target)),
    );
    for (const wide of all) observer.observe(wide);
    // What is out of sight is not laid out, so that nobody observes it before it is seen. Asked for
    // a size before the page is drawn, a browser lays all of it out, and then once more.
    const look = () => requestAnimationFrame(() => setTimeout(() => openIfWide(all)));
    if (document.readyState === "complete") look();
    else window.addEventListener("load", look, { once: true });
  }

  /**
   * Puts the panel of answers behind the questions. The page says that it has one, and whether it
   * has cases: were style sheets to look for that (`:has`), they would again at every answer.
   * @param {DocumentFragment} panel
   * @param {Element | null} [questions]
   */
  function addPanel(panel, questions = one("main").lastElementChild) {
    questions?.after(panel);
    document.body.dataset.panel = document.querySelector("main .material") ? "cases" : "plain";
  }

  function removePanel() {
    document.querySelector("main > .panel")?.remove();
    delete document.body.dataset.panel;
  }

  return {
    one,
    all,
    clone,
    data,
    say,
    book,
    note,
    setting,
    set,
    notice,
    open,
    openWide,
    addPanel,
    removePanel,
  };
})();
