"use strict";

/**
 * Counts the time of a mock exam. Pure: the caller says what its clocks show.
 *
 * While somebody looks at the page it counts by a clock that nobody can set; for the time the page
 * was hidden or closed there is only the clock on the wall, which may have been put back.
 */
exampress.clock = (() => {
  /**
   * Returns how long the exam has taken and when that was noted, in milliseconds.
   * @param {Timing} timing
   * @param {number} wall what the wall clock shows
   * @param {number} steady what has passed by the steady clock since it was last asked
   * @param {boolean} away whether the page was hidden or closed meanwhile
   * @returns {Timing}
   */
  function advanced({ elapsed, seen }, wall, steady, away) {
    const passed = away ? Math.max(steady, wall - seen) : steady;
    return { elapsed: elapsed + Math.max(0, passed), seen: wall };
  }

  /**
   * Returns the milliseconds left, never less than none.
   * @param {number | null} minutes nothing where time is not limited
   * @param {number} elapsed
   */
  function left(minutes, elapsed) {
    return minutes === null ? null : Math.max(0, minutes * 60_000 - elapsed);
  }

  /**
   * Returns hours, minutes and seconds as a clock shows them; hours only if there are some.
   * @param {number} milliseconds
   */
  function face(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
      String(part).padStart(2, "0"),
    );
    const hours = Math.floor(seconds / 3600);
    return hours > 0 ? [hours, ...parts].join(":") : parts.join(":");
  }

  return { advanced, left, face };
})();
