"use strict";

/**
 * Draws small figures as SVG, by attributes alone: the pages allow no style in elements. Colours
 * are the style sheet's.
 */
exampress.chart = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  /** Units of the bars' figure: its height, the part of it that is 100 %, a bar and its place. */
  const HEIGHT = 132;
  const FULL = 88;
  const FOOT = 20;
  const PLACE = 44;
  const BAR = 24;

  /**
   * @param {string} name
   * @param {Record<string, string | number>} attributes
   * @param {...(string | Element)} children
   */
  function element(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.append(...children);
    return made;
  }

  /** @param {string} kind @param {number} share of the ring, from 0 to 1 */
  const arc = (kind, share) =>
    element("circle", {
      class: kind,
      cx: 22,
      cy: 22,
      r: 18,
      pathLength: 100,
      "stroke-dasharray": `${Math.round(share * 100)} 100`,
    });

  /**
   * Returns a ring that says how much is answered, and how much of it rightly. What it says must
   * also stand beside it in words.
   * @param {number} answered
   * @param {number} right
   * @param {number} total
   */
  function ring(answered, right, total) {
    const percent = total > 0 ? Math.floor((answered / total) * 100) : 0;
    const label = element("text", { x: 22, y: 22 }, `${percent}%`);
    const arcs = [arc("track", 1), arc("answered", answered / total), arc("right", right / total)];
    const size = { viewBox: "0 0 44 44", width: 44, height: 44 };
    const shape = { class: "ring", ...size, "aria-hidden": "true" };
    return element("svg", shape, ...arcs.filter((_, at) => at === 0 || total > 0), label);
  }

  /** @param {number} share from 0 to 1 */
  const level = (share) => HEIGHT - FOOT - Math.max(0, Math.min(1, share)) * FULL;

  /** @param {ChartBar} bar @param {number} at */
  function column({ share, kind, below }, at) {
    const middle = at * PLACE + PLACE / 2;
    const top = level(share);
    const size = { width: BAR, height: Math.max(1, HEIGHT - FOOT - top), rx: 3 };
    return element(
      "g",
      {},
      element("rect", { class: kind, x: middle - BAR / 2, y: top, ...size }),
      element("text", { x: middle, y: top - 5 }, `${Math.round(share * 100)}%`),
      element("text", { class: "below", x: middle, y: HEIGHT - 5 }, below),
    );
  }

  /**
   * Returns a figure of shares, one bar each, with a line where one has passed.
   * @param {ChartBar[]} bars
   * @param {number | null} pass
   * @param {string} label what the figure shows, for those who do not see it
   */
  function bars(bars, pass, label) {
    const width = bars.length * PLACE;
    const base = { class: "base", x1: 0, x2: width, y1: HEIGHT - FOOT, y2: HEIGHT - FOOT };
    const shape = { class: "bars", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT };
    const figure = element("svg", { ...shape, role: "img", "aria-label": label });
    figure.append(...bars.map(column), element("line", base));
    if (pass !== null) {
      const y = level(pass);
      figure.append(element("line", { class: "pass", x1: 0, x2: width, y1: y, y2: y }));
    }
    return figure;
  }

  return { ring, bars };
})();
