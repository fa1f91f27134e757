"use strict";

/**
 * Leaves, on a practice page whose address asks for `?only=wrong` (or `due`, `bookmarked`), only
 * those questions; runs before the page is wired.
 */
/**
 * Takes a question out of the page, or a case's parts, unless it is to stay.
 * @param {Element} article
 * @param {(id: string) => boolean} stays
 */
exampress.sift = (article, stays) => {
  const parts = [...article.querySelectorAll("article.q")];
  const left = parts.filter((part) => stays(part.id));
  if (stays(article.id) || left.length > 0) {
    for (const part of parts) if (!left.includes(part)) part.remove();
  } else article.remove();
};

(() => {
  const { page, records, sift } = exampress;

  /** @param {string} kind @returns {Set<string>} */
  function chosenBy(kind) {
    const book = page.book(document.body.dataset.exam ?? "");
    const by = records.endOf(new Date());
    return new Set(
      book.reviewed().filter((id) => {
        const review = book.review(id);
        return review !== undefined && records.KINDS[kind]?.(review, by);
      }),
    );
  }

  /** @param {string} kind */
  function leave(kind) {
    const all = new Set([...document.querySelectorAll("article.q")].map(({ id }) => id));
    const chosen = chosenBy(kind);
    for (const article of document.querySelectorAll(".questions > article.q")) {
      sift(article, (id) => chosen.has(id));
    }
    const n = document.querySelectorAll("article.q:has(> .interaction)").length;
    page.one(".intro").append(page.clone("#_only"));
    page.one(".only span").textContent = page.say(exampress.words, `only_${kind}`, { n });
    // In Firefox, from a folder, the hub may know of more, a moment later than this runs.
    window.addEventListener("storage", ({ storageArea }) => {
      if (storageArea !== null) return;
      for (const id of chosenBy(kind)) if (all.has(id) && !chosen.has(id)) location.reload();
    });
  }

  const asked = new URLSearchParams(location.search).get("only") ?? "";
  if (Object.hasOwn(records.KINDS, asked) && document.querySelector("#_keys")) leave(asked);
})();
