"use strict";

/**
 * The form in which a learner says what a mock exam draws, and for how long. Draws nothing.
 */
exampress.setup = (() => {
  const { page, verdict } = exampress;
  const { one } = page;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @returns {HTMLInputElement[]} a field a section */
  const fields = () => [...one("#_setup").querySelectorAll("input[data-section]")].map(asInput);

  /** @param {Element} element */
  const asInput = (element) => /** @type {HTMLInputElement} */ (element);

  /** @param {HTMLInputElement} field */
  const number = (field) => (field.validity.valid ? Number(field.value) : 0);

  /** @param {MockSection} section @param {number} count */
  function points({ count: all, points: total, each }, count) {
    if (count === all) return total;
    return verdict.round(count * (each ?? total / all));
  }

  /** @param {MockSection} section @param {number} count what so many questions are worth */
  function worth(section, count) {
    const known = section.each !== null || count === section.count;
    const said = verdict.worth(points(section, count));
    return known ? said : text("mock_about", { points: said });
  }

  /** @param {MockData} data @param {number} points the pass mark of a paper with so many points */
  function passMark({ pass, points: total }, points) {
    return pass === null || total === 0 ? null : verdict.round((pass * points) / total);
  }

  /** @param {MockData} data says what is drawn */
  function summarise(data) {
    let n = 0;
    let sum = 0;
    for (const [place, field] of fields().entries()) {
      const section = data.sections[place];
      if (!section) continue;
      const count = number(field);
      n += count;
      sum += points(section, count);
      one(".worth", field.closest(".row") ?? document).textContent = worth(section, count);
    }
    const pass = data.answers ? passMark(data, sum) : null;
    const values = { n, points: verdict.worth(verdict.round(sum)), pass: pass ?? "" };
    const name = pass === null ? "mock_sum" : "mock_sum_pass";
    one("#_sum").textContent = n > 0 ? text(name, values) : text("mock_none");
    asInput(fields()[0] ?? one("#_minutes")).setCustomValidity(n > 0 ? "" : text("mock_none"));
  }

  /** @returns {Plan} */
  function plan() {
    const minutes = asInput(one("#_minutes")).valueAsNumber;
    return {
      counts: new Map(fields().map((field) => [field.dataset.section ?? "", number(field)])),
      minutes: Number.isFinite(minutes) ? minutes : null,
      shuffle: asInput(one("#_shuffle")).checked,
      options: one("#_setup").querySelector("#_shuffle_options:checked") !== null,
    };
  }

  /**
   * Makes the form work; `begin` is called with what it says.
   * @param {MockData} data
   * @param {(plan: Plan) => void} begin
   */
  function arrange(data, begin) {
    const form = one("#_setup");
    form.addEventListener("input", () => summarise(data));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      begin(plan());
    });
    summarise(data);
  }

  return { arrange, passMark };
})();
