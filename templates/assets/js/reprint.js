"use strict";

/**
 * Prints what the review page lists: fetches the questions from their practice pages, since a
 * list has their plain text only, and hands them to the printer.
 */
exampress.reprint = (() => {
  const { borrow, handout, library, page, sift } = exampress;
  const { one, say } = page;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => say(exampress.words, name, values);

  /** @param {Shelf} shelf */
  const address = ({ section }) => `${library.catalogue().root}${section.path}`;

  /** @param {Shelf} shelf @param {Borrowed | undefined} borrowed @returns {HandoutPart} */
  function part({ exam, section, entries }, borrowed) {
    const chosen = new Set(entries.map(({ question }) => question[0]));
    const holder = document.createElement("div");
    holder.append(...(borrowed?.articles.values() ?? []));
    for (const article of [...holder.children]) sift(article, (id) => chosen.has(id));
    const articles = [...holder.children].map((each) => /** @type {HTMLElement} */ (each));
    return { heading: `${exam.title} · ${section.title}`, language: exam.language, articles };
  }

  /** Waits for the pictures, or they would be missing on paper. @param {Element} place */
  async function drawn(place) {
    const pictures = [...place.querySelectorAll("img")];
    for (const picture of pictures) picture.loading = "eager";
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
  }

  /**
   * Prints these questions.
   * @param {string} title
   * @param {Shelf[]} shelves
   * @param {boolean} answers
   */
  async function print(title, shelves, answers) {
    const said = one("#_printed");
    said.textContent = text("print_wait");
    const borrowed = await borrow.pages(shelves.map(address));
    const parts = shelves.map((shelf) => part(shelf, borrowed.get(address(shelf))));
    const missing = shelves.filter((shelf) => !borrowed.has(address(shelf)));
    const n = missing.reduce((sum, { entries }) => sum + entries.length, 0);
    const place = one("#_paper");
    place.replaceChildren(handout.paper(title, parts, answers));
    await drawn(place);
    said.textContent = n > 0 ? text("print_lost", { n }) : "";
    window.print();
  }

  /** Forgets the paper, so that the browser's own print command shows the list as it is. */
  const clear = () => one("#_paper").replaceChildren();

  return { print, clear };
})();
