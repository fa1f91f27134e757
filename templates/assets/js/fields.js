"use strict";

/**
 * Reads and writes the answer that a question's form holds, and says where a verdict is marked.
 * Judges nothing.
 */
exampress.fields = (() => {
  /**
   * @template {Element} T
   * @param {HTMLFormElement} form
   * @param {string} selector
   * @returns {T[]}
   */
  function all(form, selector) {
    return exampress.page.all(selector, form);
  }

  /** @param {boolean} right @returns {Mark} */
  const mark = (right) => (right ? "right" : "wrong");

  const TICKS = "input[type=radio], input[type=checkbox]";

  /** @param {HTMLFormElement} form @returns {HTMLInputElement[]} */
  const ticks = (form) => all(form, TICKS);

  /** @type {Field} */
  const choice = {
    read: (form) =>
      ticks(form)
        .filter((tick) => tick.checked)
        .map((tick) => tick.value),
    write(form, answer) {
      for (const tick of ticks(form)) tick.checked = answer.includes(tick.value);
    },
    marks(form, verdict, key, revealed) {
      const value = /** @type {string[]} */ (key.value);
      // Boxes marked one by one would let a multiple choice be solved by trial.
      const single = ticks(form).some((tick) => tick.type === "radio");
      const shown = revealed || verdict.correct || single;
      /** @type {[Element, Mark][]} */
      const found = [];
      for (const tick of shown ? ticks(form) : []) {
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
    /** @param {HTMLFormElement} form @returns {(HTMLInputElement | HTMLSelectElement)[]} */
    const controls = (form) => all(form, selector);
    return {
      read: (form) => controls(form).map((control) => control.value),
      write(form, answer) {
        for (const [index, control] of controls(form).entries()) {
          control.value = answer[index] ?? "";
        }
      },
      marks: (form, verdict) =>
        verdict.answered
          ? controls(form).map((control, index) => [control, mark(verdict.parts[index] === true)])
          : [],
    };
  }

  /**
   * Returns a field made of one control.
   * @param {string} selector
   * @returns {Field}
   */
  function only(selector) {
    /** @param {HTMLFormElement} form @returns {HTMLInputElement} */
    const control = (form) => exampress.page.one(selector, form);
    return {
      read: (form) => control(form).value,
      write(form, answer) {
        control(form).value = typeof answer === "string" ? answer : "";
      },
      marks: (form, verdict, key) =>
        verdict.answered && key.check ? [[control(form), mark(verdict.correct)]] : [],
    };
  }

  /** @param {HTMLFormElement} form @returns {HTMLElement[]} */
  const items = (form) => all(form, ".order > li");

  /** @type {Field} */
  const sequence = {
    // The printed order is no answer until something is moved, or it is checked as it is.
    read(form) {
      const letters = items(form).map((item) => item.dataset.id ?? "");
      return exampress.page.one(".order", form).dataset.moved === undefined ? [] : letters;
    },
    write(form, answer) {
      const list = exampress.page.one(".order", form);
      const printed = items(form).sort((a, b) => place(a) - place(b));
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
   * Returns how a form is read and written.
   * @param {HTMLFormElement} form
   */
  function of(form) {
    const found = FIELDS.find(([selector]) => all(form, selector).length > 0);
    if (!found) throw new Error(`no field in the form of ${form.parentElement?.id}`);
    return found[1];
  }

  /**
   * Gives a form what it needs a script for: texts in the lists of a matching, buttons in an
   * ordering.
   * @param {HTMLFormElement} form
   * @param {Words} words
   */
  function arrange(form, words) {
    const right = all(form, ".choices > li").map((item) => item.textContent?.trim() ?? "");
    for (const select of /** @type {HTMLSelectElement[]} */ (all(form, "select"))) {
      for (const [index, text] of right.entries()) {
        const option = select.options[index + 1];
        if (option) {
          option.value = option.text;
          option.text = text;
        }
      }
    }
    for (const [index, item] of items(form).entries()) {
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
   * @param {HTMLFormElement} form
   */
  function settle(form) {
    for (const list of /** @type {HTMLElement[]} */ (all(form, ".order"))) list.dataset.moved = "";
  }

  /** @param {Answer} answer */
  function empty(answer) {
    return [answer].flat().every((text) => text.trim() === "");
  }

  return { of, arrange, settle, empty };
})();
