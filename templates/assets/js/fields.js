"use strict";

/**
 * Reads and writes the answer that an interaction holds, and says where a verdict is marked.
 * Judges nothing.
 */
exampress.fields = (() => {
  /**
   * @template {Element} T
   * @param {HTMLElement} interaction
   * @param {string} selector
   * @returns {T[]}
   */
  function all(interaction, selector) {
    return exampress.page.all(selector, interaction);
  }

  /** @param {boolean} right @returns {Mark} */
  const mark = (right) => (right ? "right" : "wrong");

  const TICKS = "input[type=radio], input[type=checkbox]";

  /** @param {HTMLElement} interaction @returns {HTMLInputElement[]} */
  const ticks = (interaction) => all(interaction, TICKS);

  /** @type {Field} */
  const choice = {
    read: (interaction) =>
      ticks(interaction)
        .filter((tick) => tick.checked)
        .map((tick) => tick.value),
    write(interaction, answer) {
      for (const tick of ticks(interaction)) tick.checked = answer.includes(tick.value);
    },
    marks(interaction, verdict, key, revealed) {
      const value = /** @type {string[]} */ (key.value);
      // Boxes marked one by one would let a multiple choice be solved by trial.
      const single = ticks(interaction).some((tick) => tick.type === "radio");
      const shown = revealed || verdict.correct || single;
      /** @type {[Element, Mark][]} */
      const found = [];
      for (const tick of shown ? ticks(interaction) : []) {
        const label = tick.closest("label") ?? tick;
        const right = value.includes(tick.value);
        if (tick.checked && verdict.answered) found.push([label, mark(right)]);
        else if (right && revealed) found.push([label, "missed"]);
      }
      return found;
    },
  };

  /**
   * Returns a field made of several controls, each with one text.
   * @param {string} selector
   * @returns {Field}
   */
  function several(selector) {
    /** @param {HTMLElement} interaction @returns {(HTMLInputElement | HTMLSelectElement)[]} */
    const controls = (interaction) => all(interaction, selector);
    return {
      read: (interaction) => controls(interaction).map((control) => control.value),
      write(interaction, answer) {
        for (const [index, control] of controls(interaction).entries()) {
          control.value = answer[index] ?? "";
        }
      },
      marks: (interaction, verdict) =>
        verdict.answered
          ? controls(interaction).map((control, index) => [
              control,
              mark(verdict.parts[index] === true),
            ])
          : [],
    };
  }

  /**
   * Returns a field made of one control.
   * @param {string} selector
   * @returns {Field}
   */
  function only(selector) {
    /** @param {HTMLElement} interaction @returns {HTMLInputElement} */
    const control = (interaction) => exampress.page.one(selector, interaction);
    return {
      read: (interaction) => control(interaction).value,
      write(interaction, answer) {
        control(interaction).value = typeof answer === "string" ? answer : "";
      },
      marks: (interaction, verdict, key) =>
        verdict.answered && key.check ? [[control(interaction), mark(verdict.correct)]] : [],
    };
  }

  /** @param {HTMLElement} interaction @returns {HTMLElement[]} */
  const items = (interaction) => all(interaction, ".order > li");

  /** @type {Field} */
  const sequence = {
    // The printed order is no answer until something is moved, or it is checked as it is.
    read(interaction) {
      const letters = items(interaction).map((item) => item.dataset.id ?? "");
      return exampress.page.one(".order", interaction).dataset.moved === undefined ? [] : letters;
    },
    write(interaction, answer) {
      const list = exampress.page.one(".order", interaction);
      const printed = items(interaction).sort((a, b) => place(a) - place(b));
      const order = printed.map((item) => item.dataset.id ?? "");
      const given = [...answer];
      const fits = given.length === order.length && order.every((each) => given.includes(each));
      if (fits) printed.sort((a, b) => given.indexOf(id(a)) - given.indexOf(id(b)));
      list.append(...printed);
      if (fits) list.dataset.moved = "";
      else delete list.dataset.moved;
    },
    marks: () => [],
  };

  /** @param {HTMLElement} item */
  const id = (item) => item.dataset.id ?? "";

  /** @param {HTMLElement} item */
  const place = (item) => Number(item.style.getPropertyValue("--place"));

  /** @type {[string, Field][]} the first selector that finds something names the field */
  const FIELDS = [
    [TICKS, choice],
    [".order", sequence],
    ["select", several("select")],
    ["textarea", only("textarea")],
    ["input[inputmode=decimal]", only("input[inputmode=decimal]")],
    ["input", several(".stem input")],
  ];

  /**
   * Returns how an interaction is read and written.
   * @param {HTMLElement} interaction
   */
  function of(interaction) {
    const found = FIELDS.find(([selector]) => all(interaction, selector).length > 0);
    if (!found) throw new Error(`no field in the interaction of ${interaction.parentElement?.id}`);
    return found[1];
  }

  /** @param {HTMLElement} choice what a list, which has text only, says of it: where that loses, its letter */
  function listed(choice) {
    const text = choice.querySelector("math, img, ruby") ? choice.querySelector("b") : choice;
    return text?.textContent?.trim() ?? "";
  }

  /**
   * Gives an interaction what it needs a script for: texts in the lists of a matching, buttons in an
   * ordering.
   * @param {HTMLElement} interaction
   * @param {Words} words
   */
  function arrange(interaction, words) {
    const choices = /** @type {HTMLElement[]} */ (all(interaction, ".choices > li"));
    const right = choices.map(listed);
    for (const select of /** @type {HTMLSelectElement[]} */ (all(interaction, "select"))) {
      for (const [index, text] of right.entries()) {
        const option = select.options[index + 1];
        if (option) {
          option.value = option.text;
          option.text = text;
        }
      }
    }
    for (const [index, item] of items(interaction).entries()) {
      const text = item.textContent?.trim() ?? "";
      item.style.setProperty("--place", String(index));
      item.append(exampress.page.clone("#_moves"));
      for (const button of item.querySelectorAll("button")) {
        const name = button.dataset.do === "up" ? "up" : "down";
        button.setAttribute("aria-label", exampress.page.say(words, name, { text }));
      }
    }
  }

  /**
   * Takes the order that is shown as the answer, even where nothing was moved.
   * @param {HTMLElement} interaction
   */
  function settle(interaction) {
    for (const list of /** @type {HTMLElement[]} */ (all(interaction, ".order"))) {
      list.dataset.moved = "";
    }
  }

  /** @param {Answer} answer */
  function empty(answer) {
    return [answer].flat().every((text) => text.trim() === "");
  }

  return { of, arrange, settle, empty };
})();
