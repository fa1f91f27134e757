"use strict";

/**
 * Shows what a sitting of a mock exam has come to: points by section, the verdict on each question
 * with its answer, and lets the learner mark what no machine can. Stores nothing.
 */
exampress.result = (() => {
  const { clock, gate, grading, items, memory, page, paper, sitting: sittings } = exampress;
  const { verdict } = exampress;
  const { one } = page;

  /** @type {AbortController | undefined} of the result that is shown */
  let listening;

  /** @param {string} name @param {Record<string, string | number>} [values] */
  const text = (name, values) => page.say(exampress.words, name, values);

  /** @param {Totals} totals */
  function standing({ passed, pass }) {
    if (pass === null) return "";
    return text(passed === null ? "mock_undecided" : passed ? "mock_passed" : "mock_failed");
  }

  /** @param {Totals} totals */
  const took = ({ copied, elapsed }) =>
    copied ? text("strip_copied") : text("mock_took", { text: clock.face(elapsed) });

  /** @param {number} time as the page's language writes it */
  function date(time) {
    const { lang } = document.documentElement;
    return new Date(time).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });
  }

  /** @param {Element} row @param {(string | number)[]} cells */
  function fillRow(row, cells) {
    for (const [place, cell] of cells.entries()) {
      const box = document.createElement(place === 0 ? "th" : "td");
      if (place === 0) box.setAttribute("scope", "row");
      box.textContent = String(cell);
      row.append(box);
    }
    return row;
  }

  /** @param {Totals} totals @param {boolean} answers */
  function drawTotals(totals, answers) {
    const place = one("#_result");
    one(".points b", place).textContent = String(totals.got);
    one(".points span", place).textContent = text("mock_points", {
      points: verdict.worth(totals.max),
    });
    one(".points", place).hidden = !answers;
    const passed = one(".passed", place);
    passed.textContent = answers ? standing(totals) : "";
    passed.dataset.passed = String(totals.passed);
    const facts = [date(totals.started), took(totals)];
    if (totals.pass !== null && answers) facts.push(text("mock_pass_mark", { n: totals.pass }));
    one(".facts", place).replaceChildren(
      ...facts.map((fact) => {
        const span = document.createElement("span");
        span.textContent = fact;
        return span;
      }),
    );
    const rows = totals.sections.map((row) => {
      const { title, answered, count, right, got, max } = row;
      const scored = answers ? [right, `${got} / ${max}`] : ["–", "–"];
      return fillRow(document.createElement("tr"), [title, `${answered} / ${count}`, ...scored]);
    });
    one("tbody", place).replaceChildren(...rows);
  }

  /**
   * Changes many things of an element at once: in the page, a browser would look at styles again
   * after each.
   * @param {HTMLElement} element
   * @param {(element: HTMLElement) => void} change
   */
  function outOfPage(element, change) {
    const place = document.createComment("");
    element.replaceWith(place);
    change(element);
    place.replaceWith(element);
  }

  /** @param {boolean} right @returns {Attempt} */
  const settled = (right) => ({ settled: right ? "right" : "wrong" });

  /** @param {Book} book */
  function tellTroubles(book) {
    for (const trouble of book.troubles()) page.notice(text(trouble));
  }

  /** @param {Item} item */
  function freeze(item) {
    for (const control of page.all("input, select, textarea", item.interaction)) {
      control.toggleAttribute("disabled", true);
    }
    for (const moves of page.all(".moves", item.interaction)) moves.remove();
  }

  /**
   * Shows the result of a sitting that has ended.
   * @param {{title: string, items: Item[]}[]} parts
   * @param {Result} result
   */
  function show(parts, { sitting, book, answers, grade }) {
    const all = parts.flatMap((part) => part.items);

    /** @param {Item} item */
    const entry = (item) => sitting().entries[item.id];

    /** @param {Item} item what an earlier mark has told the book */
    function former(item) {
      const outcome = entry(item)?.grade === null ? null : state(item) === "right";
      return outcome === null ? undefined : settled(outcome);
    }

    /** @param {Item} item whether it is not the question any more that was answered */
    const isStale = (item) => entry(item)?.fingerprint !== item.key.fingerprint;

    /** @param {Item} item */
    function record(item) {
      const own = entry(item);
      return own && !isStale(item) ? sittings.record(own) : undefined;
    }

    /** @param {Item} item */
    function state(item) {
      const own = entry(item);
      return own ? verdict.state(sittings.record(own)) : "";
    }

    /** @param {Item} item */
    function words(item) {
      if (isStale(item)) return text("updated");
      return state(item) === "" ? text("mock_open") : verdict.words(item, record(item), true);
    }

    /** @param {Item} item */
    function draw(item) {
      if (answers) verdict.mark(item, record(item));
      item.link.dataset.state = state(item);
      const name = `state_${state(item) || "open"}`;
      item.link.setAttribute("aria-label", text(name, { n: item.number }));
      one("output", item.interaction).textContent = answers ? words(item) : "";
    }

    /** @param {Item} item opens what the gate gives, and fills the interaction */
    function openItem(item) {
      item.key = gate.key(sitting(), item.article) ?? item.key;
      item.answer = item.article.querySelector(":scope > details");
      grading.arrange(item);
      item.article.querySelector(":scope > header .bookmark")?.remove();
      memory.arrange(item, book, () => tellTroubles(book));
      item.field.write(item.interaction, entry(item)?.response ?? []);
      freeze(item);
      grading.show(item, record(item));
      draw(item);
      if (item.answer) item.answer.open = state(item) !== "right";
    }

    /** What waits for the learner's own mark. */
    function drawPending() {
      const totals = sittings.totals(sitting());
      const waiting = answers ? all.filter((item) => state(item) === "answered") : [];
      const place = one(".grading-left");
      place.hidden = waiting.length === 0;
      place.textContent = text("mock_pending", { n: totals.pending });
      const links = waiting.map((item) => item.link.cloneNode(true));
      for (const link of links) place.append(" ", link);
      drawTotals(totals, answers);
      one("#_score").textContent = answers
        ? text("score", { n: totals.got, max: totals.max })
        : "–";
    }

    /** @param {Event} event */
    function onInput(event) {
      const { target } = event;
      if (target instanceof HTMLInputElement && target.id === "_only_wrong") {
        return onlyWrong(target.checked);
      }
      const item = items.of(all, target);
      if (!item || (target instanceof Element && target.closest(".interaction"))) return;
      const given = grading.read(item);
      memory.graded(book, item.id, former(item), grading.full(item, given));
      tellTroubles(book);
      grade(item.id, { ...given, score: (given.grade ?? 0) / (item.key.points || 1) });
      draw(item);
      drawPending();
    }

    /** @param {boolean} only */
    function onlyWrong(only) {
      for (const item of all) item.article.hidden = only && state(item) === "right";
      for (const group of document.querySelectorAll("#_room .q:has(> .q), #_room section")) {
        const own = [...group.querySelectorAll(".q:has(> .interaction)")].map((each) =>
          each.closest(".q"),
        );
        /** @type {HTMLElement} */ (group).hidden = own.every(
          (each) => each instanceof HTMLElement && each.hidden,
        );
      }
    }

    one("#_result").replaceChildren(page.clone("#_outcome"));
    page.removePanel();
    const panel = page.clone("#_panel");
    paper.drawMap(parts, panel);
    page.addPanel(panel);
    outOfPage(one("#_room"), (room) => {
      for (const frame of room.querySelectorAll(".questions > article.q")) {
        gate.open(sitting(), /** @type {HTMLElement} */ (frame));
      }
      for (const item of all) openItem(item);
    });
    drawPending();
    listening?.abort();
    listening = new AbortController();
    document.addEventListener("input", onInput, { signal: listening.signal });
  }

  /**
   * Returns a line of the history.
   * @param {Past} past
   */
  function line({ started, totals, sitting }) {
    const item = document.createElement("li");
    const link = document.createElement(sitting ? "a" : "span");
    link.textContent = date(started);
    if (link instanceof HTMLAnchorElement) {
      link.href = `?sitting=${started}`;
      link.setAttribute("aria-label", text("mock_attempt", { date: date(started) }));
    }
    const points = document.createElement("b");
    points.textContent = text("score", { n: totals.got, max: totals.max });
    const rest = document.createElement("small");
    const said = [standing(totals), took(totals)];
    if (!sitting) said.push(text("mock_only_totals"));
    rest.textContent = said.filter((each) => each !== "").join(" · ");
    item.append(link, points, rest);
    return item;
  }

  return { show, line };
})();
