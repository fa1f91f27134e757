"use strict";

/**
 * The exam room: takes answers and flags while a mock exam runs, shows the answer card, asks before
 * it is handed in. Knows nothing of what is right.
 */
exampress.room = (() => {
  const { fields, items, page, paper, view } = exampress;
  const { one } = page;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /**
   * Opens the room.
   * @param {{title: string, items: Item[]}[]} parts
   * @param {Room} room
   * @returns {{show(): void, close(): void}}
   */
  function open(parts, room) {
    const all = parts.flatMap((part) => part.items);
    const stop = new AbortController();
    /** @type {HTMLDialogElement | null} */
    let dialog = null;

    /** @param {Item} item */
    const entry = (item) => room.sitting().entries[item.id];

    /** @param {Item} item */
    const isOpen = (item) => fields.empty(entry(item)?.response ?? []);

    /** @param {Item} item whether it was edited since, and not answered anew */
    const isAltered = (item) => entry(item)?.changed === true;

    /** @param {Item} item draws all that may be seen of it */
    function draw(item) {
      const flagged = entry(item)?.flagged === true;
      const state = text(isOpen(item) ? "mock_state_open" : "mock_state_answered", {
        n: item.number,
      });
      item.link.dataset.state = isOpen(item) ? "" : "answered";
      item.link.toggleAttribute("data-flag", flagged);
      item.link.setAttribute("aria-label", flagged ? text("mock_flagged", { text: state }) : state);
      one("button[data-do=flag]", item.interaction).setAttribute("aria-pressed", String(flagged));
    }

    function count() {
      const done = all.filter((item) => !isOpen(item)).length;
      const said = text("mock_answered", { n: done, total: all.length });
      for (const place of document.querySelectorAll(".count")) place.textContent = said;
    }

    /** @param {Item} item fills its interaction from what is stored, unless it agrees */
    function fill(item) {
      const response = entry(item)?.response ?? [];
      if (JSON.stringify(item.field.read(item.interaction)) !== JSON.stringify(response)) {
        item.field.write(item.interaction, response);
      }
      const said = isAltered(item) ? text("mock_changed") : "";
      const output = one("output", item.interaction);
      if (output.textContent !== said) output.textContent = said;
      draw(item);
    }

    function show() {
      for (const item of all) fill(item);
      count();
    }

    /** @param {Item} item */
    function answer(item) {
      const response = item.field.read(item.interaction);
      if (String(entry(item)?.response ?? "") === String(response)) return;
      room.change(item.id, { response, ...(isAltered(item) && { changed: false }) });
      fill(item);
      count();
    }

    /** @param {Item} item */
    function flag(item) {
      room.change(item.id, { flagged: entry(item)?.flagged !== true });
      draw(item);
    }

    /** @param {Item} item where the reader is */
    function stand(item) {
      for (const other of all) other.link.removeAttribute("aria-current");
      item.link.setAttribute("aria-current", "true");
      room.stand(item.id);
    }

    /** Leads back to where a sitting was interrupted; its beginning shows as it is. */
    function goBack() {
      const place = all.findIndex(({ id }) => id === room.sitting().at);
      const item = all[place];
      if (item && place > 0) view.stand(item.article);
    }

    function ask() {
      const asked = /** @type {HTMLDialogElement} */ (page.clone("#_ask").firstElementChild);
      dialog = asked;
      document.body.append(asked);
      const left = all.filter(isOpen);
      const flagged = all.filter((item) => entry(item)?.flagged === true);
      const altered = all.filter(isAltered);
      const open = left.length > 0 ? text("mock_left", { n: left.length }) : text("mock_all");
      const edited = altered.length > 0 ? text("mock_altered", { n: altered.length }) : "";
      const marked = flagged.length > 0 ? text("mock_marked", { n: flagged.length }) : "";
      one(".left", asked).textContent = open + edited + marked;
      const listed = all.filter((item) => [...left, ...altered, ...flagged].includes(item));
      one(".numbers", asked).append(...listed.map(jump));
      // Told after it closed, when the next one may be open already.
      asked.addEventListener("close", () => asked.remove());
      page.open(asked);
    }

    /** @param {Item} item a link of the dialog, which leads there */
    function jump(item) {
      const link = /** @type {HTMLAnchorElement} */ (item.link.cloneNode(true));
      link.addEventListener("click", () => dialog?.close());
      return link;
    }

    /** @param {boolean} [shown] opens or closes the answer card where it lies over the page */
    function card(shown = !one("#_card").classList.contains("shown")) {
      one("#_card").classList.toggle("shown", shown);
      one("[data-do=card]").setAttribute("aria-expanded", String(shown));
      if (shown) document.querySelector("#_map a")?.scrollIntoView({ block: "nearest" });
    }

    /** @type {Record<string, () => void>} */
    const ACTS = {
      ask,
      card: () => card(),
      finish() {
        dialog?.close();
        room.finish();
      },
    };

    /** @param {Event} event */
    function onClick(event) {
      const target = event.target instanceof Element ? event.target : null;
      const elsewhere = !target?.closest("#_card, [data-do=card]");
      if (elsewhere || target?.closest("#_map a")) card(false);
      /** @type {HTMLElement | null | undefined} */
      const button = target?.closest("button[data-do]");
      if (!button) return;
      const item = items.of(all, button);
      const act = button.dataset.do ?? "";
      if (item && act === "flag") flag(item);
      else if (item) items.move(item, button, act === "up", () => answer(item));
      else ACTS[act]?.();
    }

    /** @param {Event} event */
    function onInput(event) {
      const item = items.of(all, event.target);
      if (item) answer(item);
    }

    /** @param {KeyboardEvent} event */
    function onKey(event) {
      if (event.isComposing || event.keyCode === 229) return;
      if (event.key === "Escape" && !dialog?.open) card(false);
      const item = items.of(all, event.target);
      if (item) items.moveByKey(item, event, () => answer(item));
    }

    /** @param {Event} event */
    function onFocus(event) {
      const item = items.of(all, event.target);
      if (item) stand(item);
    }

    /** Follows what is read: the question that crosses the middle of the window. */
    function watch() {
      const middle = { rootMargin: "-45% 0px -45% 0px" };
      const watcher = new IntersectionObserver((seen) => {
        const entered = seen.filter((each) => each.isIntersecting).at(-1);
        const item = all.find(({ article }) => article === entered?.target);
        if (item) stand(item);
      }, middle);
      for (const { article } of all) watcher.observe(article);
      stop.signal.addEventListener("abort", () => watcher.disconnect());
    }

    function arrange() {
      const { signal } = stop;
      const panel = page.clone("#_panel");
      paper.drawMap(parts, panel);
      page.addPanel(panel);
      document.body.append(page.clone("#_dock"));
      const frames = [...document.querySelectorAll("#_room .questions > article.q")];
      const found = frames.map((frame) => /** @type {HTMLElement} */ (frame));
      view.arrange(found, one("#_room"), one("#_head"));
      for (const item of all) {
        one("button[data-do=flag]", item.interaction).setAttribute(
          "aria-label",
          text("mock_flag", { n: item.number }),
        );
      }
      show();
      goBack();
      watch();
      document.addEventListener("click", onClick, { signal });
      document.addEventListener("input", onInput, { signal });
      document.addEventListener("keydown", onKey, { signal });
      document.addEventListener("focusin", onFocus, { signal });
    }

    /** Takes away what only a running exam has. */
    function close() {
      stop.abort();
      view.close();
      dialog?.close();
      page.removePanel();
      one(".dock").remove();
      for (const item of all) {
        one(".flag", item.interaction).remove();
        item.link.removeAttribute("data-flag");
        item.link.removeAttribute("aria-current");
      }
    }

    arrange();
    return { show, close };
  }

  return { open };
})();
