"use strict";

/**
 * Puts a link below an answer once it is open: it leads to a new issue in the bank's repository,
 * which names the question. Nothing is sent before its reader sends it.
 */
(() => {
  const { page } = exampress;
  const { repository, exam = "" } = document.body.dataset;

  /** How hosts name title and text of a new issue in its address. GitHub, Gitee, Gitea are alike. */
  const GITLAB = ["/-/issues/new", "issue[title]", "issue[description]"];
  const OTHERS = ["/issues/new", "title", "body"];

  /** @param {string} id where the question is; of a page opened from a folder not whose folder */
  function address(id) {
    const { protocol, origin, pathname } = location;
    const shown = protocol.startsWith("http")
      ? origin + pathname
      : pathname.split("/").slice(-3).join("/");
    return `${shown}#${id}`;
  }

  /** @param {string} base @param {string} id @param {string} number */
  function issue(base, id, number) {
    const [path = "", title = "", body = ""] = /^https?:\/\/[^/]*gitlab/.test(base)
      ? GITLAB
      : OTHERS;
    const told = { id, n: number, exam, url: address(id) };
    const query = new URLSearchParams({
      [title]: page.say(exampress.words, "fault_title", told),
      [body]: page.say(exampress.words, "fault_body", told),
    });
    return `${base.replace(/(\.git)?\/*$/, "")}${path}?${query}`;
  }

  /** @param {HTMLElement} article @param {Element} below */
  function add(article, below) {
    if (!repository || below.querySelector(":scope > .fault")) return;
    const line = page.clone("#_fault");
    const number = page.one("header b", article).textContent ?? "";
    /** @type {HTMLAnchorElement} */
    const link = page.one("a", line);
    link.href = issue(repository, article.id, number);
    below.append(line);
  }

  if (!repository) return;
  for (const article of document.querySelectorAll(
    "article.q:not(:has(> details), :has(article))",
  )) {
    add(/** @type {HTMLElement} */ (article), article); // where no answers are published
  }
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      const article = target.parentElement;
      if (article?.matches("article.q:not(:has(> .fault))")) add(article, target);
    },
    true,
  );
})();
