"use strict";

/**
 * Finds words in texts, exactly, and cuts out what stands around them. Pure.
 */
exampress.find = (() => {
  const { ascii } = exampress.check;
  /** Characters shown before the first hit. */
  const BEFORE = 24;

  const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const LOWERED = "₀₁₂₃₄₅₆₇₈₉";

  /** @param {string} sign a digit above or below the line: hardly anybody can type one */
  const digit = (sign) => String(Math.max(RAISED.indexOf(sign), LOWERED.indexOf(sign)));

  /**
   * Returns `text` as it is searched: ASCII signs, digits on the line, and lower case, every
   * character at its place.
   * @param {string} text
   */
  function fold(text) {
    const signs = ascii(text).replace(/[⁰¹²³⁴-⁹₀-₉]/g, digit);
    const lower = signs.toLowerCase();
    if (lower.length === signs.length) return lower;
    // A few capitals are longer in lower case: those stay, or every hit after them would be off.
    return Array.from(signs, (sign) => {
      const small = sign.toLowerCase();
      return small.length === sign.length ? small : sign;
    }).join("");
  }

  /**
   * Returns the words of a query, folded, none twice.
   * @param {string} query
   */
  function words(query) {
    return [...new Set(fold(query.normalize("NFC")).split(/\s+/))].filter((word) => word !== "");
  }

  /** @param {string} folded @param {string[]} words whether all are there */
  const matches = (folded, words) => words.every((word) => folded.includes(word));

  /**
   * Returns where the words stand: from, to; in order, none inside another.
   * @param {string} folded
   * @param {string[]} words
   */
  function places(folded, words) {
    /** @type {[number, number][]} */
    const found = [];
    for (const word of words) {
      let at = folded.indexOf(word);
      for (; at >= 0; at = folded.indexOf(word, at + word.length)) {
        found.push([at, at + word.length]);
      }
    }
    return found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  }

  /** @param {string} text @param {number} at a place that does not part two halves of a sign */
  const whole = (text, at) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at);

  /**
   * Cuts `text` to about `length` characters around the first hit, into hits and what is between.
   * @param {string} text
   * @param {string[]} words
   * @param {number} length
   */
  function pieces(text, words, length) {
    const hits = places(fold(text), words);
    const first = hits[0]?.[0] ?? 0;
    const late = text.length > length && first > length - BEFORE;
    const start = late ? whole(text, first - BEFORE) : 0;
    const end = whole(text, Math.min(text.length, start + length));
    /** @type {Piece[]} */
    const found = [{ text: start > 0 ? "…" : "", hit: false }];
    let at = start;
    for (const [from, to] of hits) {
      if (to <= at || to > end) continue;
      const begin = Math.max(at, from);
      found.push({ text: text.slice(at, begin), hit: false });
      found.push({ text: text.slice(begin, to), hit: true });
      at = to;
    }
    found.push({ text: text.slice(at, end) + (end < text.length ? "…" : ""), hit: false });
    return found.filter((piece) => piece.text !== "");
  }

  return { fold, words, matches, pieces };
})();
