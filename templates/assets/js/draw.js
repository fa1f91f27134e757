"use strict";

/**
 * Draws questions by lot. Pure: chance is handed in, as a function like `Math.random`.
 */
exampress.draw = (() => {
  /**
   * Returns the items in an order by lot, each order as likely as any other (Fisher and Yates).
   * @template T
   * @param {readonly T[]} items
   * @param {() => number} chance
   * @returns {T[]}
   */
  function shuffled(items, chance) {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = Math.floor(chance() * (last + 1));
      const [a, b] = [order[last], order[other]];
      order[last] = /** @type {T} */ (b);
      order[other] = /** @type {T} */ (a);
    }
    return order;
  }

  /**
   * Returns `count` of the items, in their own order.
   * @template T
   * @param {readonly T[]} items
   * @param {number} count
   * @param {() => number} chance
   * @returns {T[]}
   */
  function some(items, count, chance) {
    const chosen = new Set(shuffled([...items.keys()], chance).slice(0, count));
    return items.filter((_, place) => chosen.has(place));
  }

  return { shuffled, some };
})();
