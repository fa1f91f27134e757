"use strict";

/**
 * Which questions may be drawn for practice. Pure: touches no page and no storage.
 */
exampress.lot = (() => {
  /**
   * Returns what can be drawn, with what it is chosen by; a case is one question, which has the
   * ids of its parts besides.
   * @param {string} section
   * @param {QuestionTexts[]} texts
   * @returns {Ticket[]}
   */
  function tickets(section, texts) {
    /** @type {Ticket[]} */
    const found = [];
    for (const [id, number, type, , , , tags, difficulty] of texts) {
      if (number.includes(".")) found.at(-1)?.ids.push(id);
      else {
        const own = tags === "" ? [] : tags.split(" · ");
        found.push({ section, id, type, tags: own, difficulty, ids: type === "case" ? [] : [id] });
      }
    }
    return found;
  }

  /**
   * Returns the tickets that a wish lets pass; an empty list or text asks for nothing.
   * @param {Ticket[]} tickets
   * @param {Wish} wish
   * @param {(id: string) => boolean} suits whether an answerable question is in the wished state
   */
  function chosen(tickets, { sections, types, tag, difficulty }, suits) {
    return tickets.filter(
      (ticket) =>
        sections.includes(ticket.section) &&
        (types.length === 0 || types.includes(ticket.type)) &&
        (tag === "" || ticket.tags.includes(tag)) &&
        (difficulty === 0 || ticket.difficulty === difficulty) &&
        ticket.ids.some(suits),
    );
  }

  return { tickets, chosen };
})();
