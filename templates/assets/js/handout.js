"use strict";

/**
 * Questions of several sections as one numbered paper, and their answers behind it: what the
 * review page shows to the printer. How it looks is the print style's business.
 */
exampress.handout = (() => {
  const { clone, one } = exampress.page;

  /** @param {HTMLElement} article @param {string} number */
  function renumber(article, number) {
    one("header b", article).textContent = number;
    const parts = article.querySelectorAll("article.q");
    for (const [place, part] of parts.entries()) {
      one("header b", part).textContent = parts.length > 1 ? `${number}.${place + 1}` : number;
    }
  }

  /** Takes away what leads to a question's former place, and would be there twice. @param {Element} article */
  function detach(article) {
    for (const each of [article, ...article.querySelectorAll("[id]")]) each.removeAttribute("id");
    for (const each of article.querySelectorAll("[aria-labelledby]")) {
      each.removeAttribute("aria-labelledby");
    }
  }

  /**
   * Takes the answers out of a question and returns them, each with its number.
   * @param {HTMLElement} article
   */
  function solutions(article) {
    const found = document.createDocumentFragment();
    for (const each of article.querySelectorAll("article.q > details")) take(each, found);
    const own = article.querySelector(":scope > details");
    if (own) take(own, found);
    return found;
  }

  /** @param {Element} details @param {DocumentFragment} found */
  function take(details, found) {
    const answer = document.createElement("div");
    const label = document.createElement("b");
    answer.className = "solution";
    label.textContent = one("header b", details.parentElement ?? details).textContent;
    details.querySelector("summary")?.remove();
    answer.append(label, ...details.childNodes);
    details.remove();
    found.append(answer);
  }

  /**
   * Returns the paper; questions are numbered from one.
   * @param {string} title
   * @param {HandoutPart[]} parts
   * @param {boolean} answers whether a key stands behind it
   */
  function paper(title, parts, answers) {
    const sheet = clone("#_handout");
    const key = one(".keys", sheet);
    one(".title", sheet).textContent = title;
    let number = 0;
    for (const { heading, language, articles } of parts) {
      const part = section(heading, language);
      const solved = section(heading, language);
      for (const article of articles) {
        number += 1;
        renumber(article, String(number));
        solved.append(solutions(article));
        detach(article);
        part.append(article);
      }
      one(".asked", sheet).append(part);
      key.append(solved);
    }
    if (!answers) key.remove();
    return sheet;
  }

  /** @param {string} heading @param {string} language */
  function section(heading, language) {
    const part = document.createElement("section");
    const head = document.createElement("h2");
    part.lang = language;
    head.textContent = heading;
    part.append(head);
    return part;
  }

  return { paper };
})();
