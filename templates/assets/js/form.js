"use strict";

/**
 * Opens pages in the order of a printed form: asks for the code on the paper, and puts questions
 * and options where that form has them. Options keep their values; only their letters change, so
 * that answers, keys and progress stay as they are.
 */
(() => {
  const { forms, letters, page } = exampress;
  const { one, say } = page;

  const words = exampress.words;
  const code = new URLSearchParams(location.search).get("form");

  /** @template {Element} [T=HTMLElement] @param {string} selector @param {ParentNode} within */
  const all = (selector, within) => /** @type {T[]} */ ([...within.querySelectorAll(selector)]);

  /** @param {HTMLElement} article @param {Drawing} drawing @param {number} order */
  function letterAnew(article, drawing, order) {
    const own = letters.bank(article);
    if (own) letters.arrange(article, forms.options(drawing, article.id, own, order));
  }

  // A section

  /** @param {Drawing} drawing @param {number} order */
  function arrange(drawing, order) {
    const list = one(".questions");
    const articles = new Map(all(":scope > article.q", list).map((each) => [each.id, each]));
    const ids = forms.questions(drawing, [...articles.keys()], order);
    for (const [id, article] of articles) if (!ids.includes(id)) article.remove();
    // What is said of the whole pool is not true of those drawn from it.
    for (const fact of drawing.draw === null ? [] : all(".intro .facts span", document)) {
      fact.remove();
    }
    for (const [place, id] of ids.entries()) {
      const article = /** @type {HTMLElement} */ (articles.get(id));
      number(article, drawing.before + place + 1);
      list.append(article);
      for (const each of [article, ...all("article.q", article)]) letterAnew(each, drawing, order);
    }
  }

  /** @param {HTMLElement} article @param {number} place numbers as on the whole paper */
  function number(article, place) {
    one("header b", article).textContent = String(place);
    for (const [part, each] of all("article.q", article).entries()) {
      one("header b", each).textContent = `${place}.${part + 1}`;
    }
  }

  // The page

  /** @param {string} link @param {string} shown */
  const addressed = (link, shown) => link.replace(/(\?[^#]*)?(#.*)?$/, `?form=${shown}$2`);

  /** @param {string} shown keeps the form on the way to the exam's other pages */
  function keep(shown) {
    for (const link of all(
      "main .cards h3 a, main .acts .button:first-child, .pager a",
      document,
    )) {
      const href = link.getAttribute("href");
      if (href) link.setAttribute("href", addressed(href, shown));
    }
    const exam = document.querySelector(".top nav a:nth-of-type(2)");
    const href = exam?.getAttribute("href");
    if (exam && href) exam.setAttribute("href", addressed(href, shown));
  }

  /** @param {string} text @param {boolean} shown whether there is an order to leave again */
  function note(text, shown) {
    const line = page.clone("#_form_note");
    one("span", line).textContent = text;
    const link = /** @type {HTMLAnchorElement} */ (one("a", line));
    if (shown) link.href = location.pathname.replace(/.*\//, "") || "index.html";
    else link.remove();
    one("#_notices").append(line);
  }

  /** @param {string} typed @param {string} edition */
  function trouble(typed, edition) {
    const order = forms.read(typed, edition);
    const told = { code: forms.normal(typed).slice(0, 12) };
    return typeof order === "number" ? "" : say(words, `form_${order}`, told);
  }

  /** @param {string} edition lets a code be typed on the exam's own page */
  function ask(edition) {
    one("main").append(page.clone("#_form_code"));
    const asked = /** @type {HTMLFormElement} */ (one("form.code"));
    const field = /** @type {HTMLInputElement} */ (one("input", asked));
    asked.addEventListener("submit", (event) => {
      event.preventDefault();
      const wrong = trouble(field.value, edition);
      one("output", asked).textContent = wrong;
      field.toggleAttribute("aria-invalid", wrong !== "");
      if (wrong) field.focus();
      else location.search = `form=${forms.normal(field.value)}`;
    });
  }

  /** @param {string} typed @param {string} edition @param {Drawing | null} drawing */
  function open(typed, edition, drawing) {
    const order = forms.read(typed, edition);
    if (typeof order !== "number") return note(trouble(typed, edition), false);
    const shown = forms.normal(typed);
    if (drawing) arrange(drawing, order);
    keep(shown);
    note(say(words, "form_shown", { code: shown }), true);
  }

  const drawing = document.querySelector("#_drawing") ? page.data("#_drawing") : null;
  /** @type {HTMLTemplateElement | null} */
  const asking = document.querySelector("#_form_code");
  const edition = drawing?.edition ?? asking?.dataset.edition;
  if (edition && asking) ask(edition);
  if (edition && code) open(code, edition, drawing);
})();
