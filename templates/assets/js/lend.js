"use strict";

/**
 * Lends a section's questions to the page that frames it with `#_lend`. From a folder no script
 * may read another file, but a framed page may send what it holds; so other pages need no second
 * copy of a question.
 */
exampress.lending = location.hash === "#_lend" && window.parent !== window;

(() => {
  const { page } = exampress;

  /** @param {Element} article makes its links independent of the page they stand in */
  function unbound(article) {
    for (const image of article.querySelectorAll("img")) image.setAttribute("src", image.src);
    for (const link of article.querySelectorAll("a")) link.setAttribute("href", link.href);
    return article.outerHTML;
  }

  if (exampress.lending && document.querySelector("#_keys")) {
    const articles = [...document.querySelectorAll(".questions > article.q")].map(unbound);
    /** @type {Lent} */
    const lent = {
      articles,
      keys: page.data("#_keys"),
      drawing: page.data("#_drawing"),
      sealed: document.querySelector("#_sealed") ? page.data("#_sealed") : null,
      intro: document.querySelector(".intro .lead")?.innerHTML ?? "",
    };
    window.parent.postMessage(lent, "*");
  }
})();
