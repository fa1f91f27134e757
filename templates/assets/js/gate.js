"use strict";

/**
 * The one place that decides whether a mock exam shows what is right. Until the sitting has ended,
 * keys, answers, explanations and hints lie here, outside the page, whatever the question type.
 */
exampress.gate = (() => {
  /** @typedef {{key: Key | undefined, answer: HTMLDetailsElement | null}} Sealed */

  /** @type {WeakMap<Element, Sealed>} */
  const sealed = new WeakMap();

  /** @param {HTMLElement} frame a question, or a case with its parts */
  const frames = (frame) => [frame, ...frame.querySelectorAll("article.q")];

  /**
   * Takes everything out of a question that tells what is right.
   * @param {HTMLElement} frame
   * @param {Record<string, Key>} keys
   */
  function seal(frame, keys) {
    for (const each of frames(frame)) {
      /** @type {HTMLDetailsElement | null} */
      const answer = each.querySelector(":scope > details");
      answer?.remove();
      sealed.set(each, { key: keys[each.id], answer });
    }
    for (const hint of frame.querySelectorAll("details")) hint.remove();
  }

  /** @param {Key} key what may be known of it at any time @returns {Key} */
  const outside = ({ points, fingerprint }) => ({ points, fingerprint });

  /**
   * Gives a question back what was sealed, once the sitting has ended; before, nothing.
   * @param {{ended: number | null}} sitting
   * @param {HTMLElement} frame
   */
  function open({ ended }, frame) {
    if (ended === null) return;
    for (const each of frames(frame)) {
      const answer = sealed.get(each)?.answer;
      if (answer) each.append(answer);
    }
  }

  /**
   * Returns the key of a question once the sitting has ended, or nothing.
   * @param {{ended: number | null}} sitting
   * @param {HTMLElement} frame
   */
  function key({ ended }, frame) {
    return ended === null ? undefined : sealed.get(frame)?.key;
  }

  return { seal, outside, open, key };
})();
