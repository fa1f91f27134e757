"use strict";

/**
 * Makes a question's frame in the page into something that can be answered. Keeps nothing.
 */
exampress.items = (() => {
  const { fields, grading, page } = exampress;

  /**
   * Returns the frames that hold a form: parts of cases, not cases.
   * @param {ParentNode} within
   * @returns {HTMLElement[]}
   */
  function answerable(within) {
    return [...within.querySelectorAll("article.q:has(> form)")].map(
      (article) => /** @type {HTMLElement} */ (article),
    );
  }

  /** @param {string} id @param {string} number */
  function linkTo(id, number) {
    const link = document.createElement("a");
    link.href = `#${id}`;
    link.textContent = number;
    return link;
  }

  /**
   * @param {HTMLElement} article
   * @param {Record<string, Key>} keys
   * @param {DocumentFragment} tools what stands below the form
   * @returns {Item}
   */
  function wire(article, keys, tools) {
    /** @type {HTMLFormElement} */
    const form = page.one(":scope > form", article);
    const key = keys[article.id];
    if (!key) throw new Error(`there is no key for ${article.id}`);
    form.autocomplete = "off";
    form.append(tools);
    fields.arrange(form, exampress.words);
    const number = page.one("header b", article).textContent ?? "";
    /** @type {HTMLDetailsElement | null} */
    const answer = article.querySelector(":scope > details");
    const { id } = article;
    const link = linkTo(id, number);
    const item = { id, number, article, form, answer, field: fields.of(form), key, link };
    grading.arrange(item);
    return item;
  }

  return { answerable, wire };
})();
