"use strict";

/**
 * The dialog in which a reader sets how pages look and work; what is set holds for the whole site.
 */
exampress.settings = (() => {
  const { looks, page } = exampress;

  /** @param {HTMLDialogElement} dialog shows what is set; what was never set keeps its default */
  function fill(dialog) {
    for (const field of /** @type {Iterable<HTMLInputElement>} */ (
      dialog.querySelectorAll("input[name]")
    )) {
      const value = looks.get(field.name);
      const system = field.name === "contrast" && matchMedia("(prefers-contrast: more)").matches;
      field.checked = value ? value === field.value : field.defaultChecked || system;
    }
  }

  /** @param {Event} event */
  function onInput({ target }) {
    if (!(target instanceof HTMLInputElement)) return;
    const off = target.type === "checkbox" && !target.checked;
    looks.set(target.name, off ? "off" : target.value);
  }

  /** Puts the button into the header, and the dialogs behind it. */
  function add() {
    const added = page.clone("#_settings");
    /** @type {HTMLDialogElement} */
    const dialog = page.one("dialog", added);
    document.body.append(...added.querySelectorAll("dialog"));
    page.one("#_controls").append(added);
    dialog.addEventListener("input", onInput);
    page.one("#_controls [data-do=settings]").addEventListener("click", () => {
      fill(dialog);
      page.open(dialog);
    });
  }

  return { add };
})();
