"use strict";

/**
 * Puts marks and feedback beside what was answered, and takes them away again. Decides on none.
 */
exampress.marks = (() => {
  const { all, say } = exampress.page;

  /**
   * Marks an option's label, a blank or a list, by sign and word.
   * @param {Element} place
   * @param {Mark} mark
   * @param {Words} words
   */
  function add(place, mark, words) {
    const sign = document.createElement("span");
    const word = document.createElement("span");
    sign.className = "mark";
    word.textContent = say(words, `mark_${mark}`);
    sign.append(word);
    place.setAttribute("data-mark", mark);
    if (place.matches("label")) return place.append(sign);
    if (mark === "wrong") place.setAttribute("aria-invalid", "true");
    place.after(sign);
  }

  /**
   * Shows what the author says to who chose an option.
   * @param {Item} item
   */
  function feedback({ article, interaction, answer }) {
    for (const tick of all("input:checked", interaction)) {
      const { value } = /** @type {HTMLInputElement} */ (tick);
      const said = answer?.querySelector(`.feedback > [data-for="${value}"] > div`);
      if (!said) continue;
      const line = document.createElement("div");
      line.className = "said";
      line.id = `${article.id}:said-${value}`;
      tick.setAttribute("aria-describedby", line.id);
      line.append(...[...said.childNodes].map((node) => node.cloneNode(true)));
      tick.closest("label")?.after(line);
    }
  }

  /** @param {Item} item */
  function clear({ article, interaction }) {
    for (const added of all(".mark, .said", interaction)) added.remove();
    for (const tick of all("[aria-describedby]", interaction)) {
      tick.removeAttribute("aria-describedby");
    }
    for (const marked of all("[data-mark]", interaction)) {
      marked.removeAttribute("data-mark");
      marked.removeAttribute("aria-invalid");
    }
    article.removeAttribute("data-state");
  }

  return { add, feedback, clear };
})();
