"use strict";

/**
 * Lets the time of a running mock exam pass, shows it, and says when it is nearly over and when it
 * is. What has passed is the page's to keep.
 */
exampress.timer = (() => {
  const { clock, page } = exampress;

  /** Milliseconds from one look at the clock to the next, and to the next that is stored. */
  const TICK = 500;
  const STORED = 5000;
  /** Minutes before the end that are said aloud. */
  const WARNINGS = [5, 1];

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /**
   * Starts the clock of a sitting.
   * @param {TimerOwner} owner
   * @returns {{pass(): void, stop(): void}}
   */
  function start({ sitting, elapse, keep, warn, over }) {
    const stop = new AbortController();
    let steady = performance.now();
    /** Whether the page was hidden, or closed, since the last look. */
    let away = true;
    let storedAt = sitting().elapsed;

    /** Lets time pass up to now. */
    function pass() {
      const passed = performance.now() - steady;
      steady += passed;
      elapse(clock.advanced(sitting(), Date.now(), passed, away));
      away = document.hidden;
    }

    function show() {
      const { minutes, elapsed } = sitting();
      const left = clock.left(minutes, elapsed);
      const place = page.one(".timer");
      place.textContent = clock.face(left ?? elapsed);
      place.toggleAttribute("data-late", left !== null && left < 60_000);
      if (left === null) place.setAttribute("aria-label", text("mock_spent"));
      return left;
    }

    /** @param {number} before milliseconds left at the last look @param {number} left */
    function tell(before, left) {
      const minutes = WARNINGS.find((each) => before > each * 60_000 && left <= each * 60_000);
      if (minutes !== undefined) warn(text("mock_minutes_left", { n: minutes }));
    }

    function store() {
      keep();
      storedAt = sitting().elapsed;
    }

    function tick() {
      const before = clock.left(sitting().minutes, sitting().elapsed);
      pass();
      const left = show();
      if (before !== null && left !== null) tell(before, left);
      if (left === 0) over();
      else if (sitting().elapsed - storedAt >= STORED) store();
    }

    function onHidden() {
      if (!document.hidden) return tick();
      pass(); // up to here it was seen
      store();
    }

    page.one("#_controls").prepend(page.clone("#_timer"));
    document.addEventListener("visibilitychange", onHidden, { signal: stop.signal });
    const ticking = setInterval(tick, TICK);
    stop.signal.addEventListener("abort", () => {
      clearInterval(ticking);
      page.one(".timer").remove();
    });
    pass();
    show(); // an end is told by the first tick, when the caller knows how to stop
    return { pass, stop: () => stop.abort() };
  }

  return { start };
})();
