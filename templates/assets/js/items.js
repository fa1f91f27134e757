"use strict";

/**
 * Makes a question's frame in the page into something that can be answered. Keeps nothing.
 */
exampress.items = (() => {
  const { fields, grading, page } = exampress;

  /**
   * Returns the frames that hold an interaction: parts of cases, not cases.
   * @param {ParentNode} within
   * @returns {HTMLElement[]}
   */
  function answerable(within) {
    return [...within.querySelectorAll("article.q:has(> .interaction)")].map(
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
   * @param {DocumentFragment} tools what stands below the interaction
   * @returns {Item}
   */
  function wire(article, keys, tools) {
    /** @type {HTMLElement} */
    const interaction = page.one(":scope > .interaction", article);
    const key = keys[article.id];
    if (!key) throw new Error(`there is no key for ${article.id}`);
    interaction.append(tools);
    fields.arrange(interaction, exampress.words);
    const heading = page.one("header :is(h2, h3, h4)", article);
    const number = page.one("b", heading).textContent ?? "";
    heading.id = `${article.id}:name`;
    article.setAttribute("aria-labelledby", heading.id);
    /** @type {HTMLDetailsElement | null} */
    const answer = article.querySelector(":scope > details");
    const { id } = article;
    const link = linkTo(id, number);
    const item = {
      id,
      number,
      article,
      interaction,
      answer,
      field: fields.of(interaction),
      key,
      link,
    };
    grading.arrange(item);
    return item;
  }

  /**
   * Returns the question that something in the page belongs to.
   * @param {Item[]} items
   * @param {EventTarget | null} target
   */
  function of(items, target) {
    const article = target instanceof Element ? target.closest("article.q") : null;
    return items.find((item) => item.article === article);
  }

  /**
   * Moves an item of an ordering, calls `done` and says where the item is now.
   * @param {Item} item
   * @param {HTMLElement} button the one of its buttons that keeps the focus
   * @param {boolean} up
   * @param {() => void} done
   */
  function move(item, button, up, done) {
    const line = button.closest("li");
    const list = line?.parentElement;
    const other = up ? line?.previousElementSibling : line?.nextElementSibling;
    if (!line || !list) return;
    if (other) up ? other.before(line) : other.after(line);
    list.dataset.moved = "";
    button.focus();
    done();
    const place = [...list.children].indexOf(line) + 1;
    page.one("output", item.interaction).textContent = page.say(exampress.words, "moved", {
      n: place,
    });
  }

  /**
   * Moves an item by the arrow keys, if the focus is on one of its buttons.
   * @param {Item} item
   * @param {KeyboardEvent} event
   * @param {() => void} done
   */
  function moveByKey(item, event, done) {
    const { key, target } = event;
    if (key !== "ArrowUp" && key !== "ArrowDown") return;
    if (!(target instanceof HTMLElement) || !target.matches(".order button")) return;
    event.preventDefault();
    move(item, target, key === "ArrowUp", done);
  }

  return { answerable, wire, of, move, moveByKey };
})();
