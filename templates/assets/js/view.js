"use strict";

/**
 * Shows questions one at a time or all on one page, as the reader has chosen, and turns from one to
 * the next by buttons and swipes; keys are those of `keys.js`. Knows questions as frames only.
 */
exampress.view = (() => {
  const { page, place } = exampress;
  const { one } = page;

  /** How far a finger must go, in pixels, and how much further sideways than up or down. */
  const FAR = 60;
  const SIDEWAYS = 2;
  /** @type {HTMLElement[]} */
  let frames = [];
  let at = 0;

  const isSingle = () => page.setting("view") === "one" && frames.length > 0;

  /** Shows what is to be seen now. */
  function draw() {
    const single = isSingle();
    document.body.dataset.view = single ? "one" : "all";
    for (const [index, frame] of frames.entries()) {
      frame.toggleAttribute("data-now", index === at);
      const part = frame.parentElement?.closest("section");
      if (index === at) part?.setAttribute("data-now", "");
      else if (part !== frames[at]?.parentElement?.closest("section")) {
        part?.removeAttribute("data-now");
      }
    }
    const words = page.say(exampress.words, "step", { n: at + 1, total: frames.length });
    one("#_steps .at").textContent = words;
    /** @type {HTMLButtonElement} */ (one("#_steps [data-do=back]")).disabled = at === 0;
    /** @type {HTMLButtonElement} */ (one("#_steps [data-do=forth]")).disabled =
      at === frames.length - 1;
  }

  /** @param {Element} target turns to the question it belongs to */
  function turnTo(target) {
    const index = frames.findIndex((frame) => frame.contains(target));
    if (index < 0) return;
    at = index;
    draw();
    if (isSingle()) note();
  }

  /** Keeps in the address which question shows, so that a reload and the way back lead to it. */
  function note() {
    const named = document.getElementById(decoded(location.hash));
    if (frames[at]?.contains(named)) return;
    history.replaceState(history.state, "", `#${frames[at]?.id}`);
  }

  /**
   * Turns to the question before or after, where one at a time is shown.
   * @param {number} by
   */
  function step(by) {
    const target = frames[at + by];
    if (!isSingle() || !target) return isSingle();
    turnTo(target);
    place.keep(target.id);
    target.tabIndex = -1;
    target.scrollIntoView({ block: "start" });
    target.focus({ preventScroll: true });
    return true;
  }

  /**
   * Goes to a question, however many are shown.
   * @param {HTMLElement} target
   */
  function go(target) {
    turnTo(target);
    target.scrollIntoView();
    place.keep(target.id);
  }

  /** @param {string} hash what it names; nothing where it was cut off amid a character */
  function decoded(hash) {
    try {
      return decodeURIComponent(hash.slice(1));
    } catch {
      return "";
    }
  }

  /** @param {string} id turns to the question of that name, if it is here */
  function find(id) {
    const target = document.getElementById(id);
    if (!target || !frames.some((frame) => frame.contains(target))) return false;
    turnTo(target);
    if (isSingle()) target.scrollIntoView();
    return true;
  }

  /** Turns to the question that the address names. */
  const follow = () => find(decoded(location.hash));

  /** Turns to where the reader was last in this section. */
  function resume() {
    const { exam = "", section } = document.body.dataset;
    const last = section ? place.last(exam) : null;
    if (last && last.section === section) find(last.id);
  }

  /**
   * Goes where the address leads once all is in its place: the browser sets out earlier, to where
   * it was. Who comes back to a page is left where they were.
   */
  function arrive() {
    const [visit] = performance.getEntriesByType("navigation");
    const { type } = /** @type {PerformanceNavigationTiming} */ (visit ?? {});
    if (type !== "navigate" || !frames.length) return;
    document.querySelector("article.q:target")?.scrollIntoView({ behavior: "instant" });
  }

  /** @type {Touch | null} */
  let began = null;

  /** @param {TouchEvent} event */
  function onTouch(event) {
    const { target } = event;
    const busy = target instanceof Element && target.closest("textarea, select, [tabindex='0']");
    began = event.touches.length === 1 && !busy ? (event.touches[0] ?? null) : null;
  }

  /** @param {TouchEvent} event */
  function onLift(event) {
    const ended = event.changedTouches[0];
    if (!began || !ended) return;
    const across = ended.clientX - began.clientX;
    const down = Math.abs(ended.clientY - began.clientY);
    began = null;
    if (Math.abs(across) > FAR && Math.abs(across) > SIDEWAYS * down) step(across < 0 ? 1 : -1);
  }

  function onChoice() {
    const box = /** @type {HTMLInputElement} */ (one("#_one"));
    page.set("view", box.checked ? "one" : "all");
    draw();
    frames[at]?.scrollIntoView();
  }

  /**
   * Takes the questions of a page; to be called anew when there are others.
   * @param {HTMLElement[]} found
   * @param {Element} after what the buttons stand below
   * @param {Element} head what the choice stands in
   */
  function arrange(found, after, head) {
    frames = found;
    at = 0;
    for (const old of document.querySelectorAll("#_steps, #_views, #_views_room")) old.remove();
    after.after(page.clone("#_turn"));
    head.append(page.clone("#_choose_view"));
    const box = /** @type {HTMLInputElement} */ (one("#_one"));
    box.checked = page.setting("view") === "one";
    box.addEventListener("input", onChoice);
    one("#_steps [data-do=back]").addEventListener("click", () => step(-1));
    one("#_steps [data-do=forth]").addEventListener("click", () => step(1));
    draw();
    if (!follow() && isSingle()) resume();
  }

  /** Shows what was chosen elsewhere, in another tab or before the way back. */
  function agree() {
    const box = /** @type {HTMLInputElement | null} */ (document.querySelector("#_one"));
    if (!box || box.checked === isSingle()) return;
    box.checked = isSingle();
    draw();
  }

  document.addEventListener("touchstart", onTouch, { passive: true });
  document.addEventListener("touchend", onLift, { passive: true });
  window.addEventListener("hashchange", follow);
  window.addEventListener("load", arrive);
  exampress.share.follow(agree);
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.closest("article.q")) turnTo(target);
  });

  /** Lets all questions show, on a page that goes on without turning. */
  function close() {
    frames = [];
    document.body.dataset.view = "all";
    for (const own of document.querySelectorAll("#_steps, #_views, #_views_room")) own.remove();
  }

  /** @param {Element} place whether it comes after the question that is in hand */
  const isAfter = (place) => frames.findIndex((frame) => frame.contains(place)) > at;

  /** @param {HTMLElement} target shows it again to who was there before */
  function stand(target) {
    turnTo(target);
    target.scrollIntoView({ block: isSingle() ? "start" : "center", behavior: "instant" });
  }

  return { arrange, close, step, go, stand, isSingle, isAfter };
})();
