"use strict";

/**
 * A mock exam's paper in the page: the questions that were drawn, borrowed from their sections,
 * numbered through, their answers behind the gate.
 */
exampress.paper = (() => {
  const { borrow, draw, gate, items, letters, page } = exampress;

  /** @param {HTMLElement} frame a question, or a case with its parts @param {number} number */
  function numbered(frame, number) {
    const parts = [...frame.querySelectorAll("article.q")];
    page.one("header b", frame).textContent = String(number);
    for (const [place, part] of parts.entries()) {
      page.one("header b", part).textContent = `${number}.${place + 1}`;
    }
  }

  /** @param {string} title @param {string} intro @param {string} ordinal */
  function head(title, intro, ordinal) {
    const head = document.createElement("div");
    const heading = document.createElement("h2");
    const sign = document.createElement("span");
    sign.className = "ordinal";
    sign.textContent = ordinal;
    heading.append(sign, " ", title);
    head.className = "part-head";
    head.append(heading);
    if (intro) {
      const lead = document.createElement("div");
      lead.className = "lead";
      lead.innerHTML = intro;
      head.append(lead);
    }
    return head;
  }

  /** @param {HTMLElement} frame what can be answered in it */
  const own = (frame) =>
    frame.matches(":has(> .interaction)") ? [frame] : items.answerable(frame);

  /** @param {HTMLElement} frame @param {Sitting} sitting drops parts that came later */
  function sift(frame, { entries }) {
    for (const part of own(frame)) if (!Object.hasOwn(entries, part.id)) part.remove();
    return own(frame).length > 0;
  }

  /** @param {HTMLElement} frame @param {Record<string, Key>} keys @returns {Item[]} */
  function wired(frame, keys) {
    gate.seal(frame, keys);
    return own(frame).map((article) => {
      const key = keys[article.id];
      if (!key) throw new Error(`there is no key for ${article.id}`);
      return items.wire(article, { [article.id]: gate.outside(key) }, page.clone("#_tools"));
    });
  }

  /**
   * Loads sections; what is no section any more is left out, but of the others all must arrive.
   * @param {MockData} data
   * @param {string[]} ids
   * @param {string} [code] of a form, in whose order they are to come
   * @returns {Promise<Map<string, Borrowed> | null>} by section
   */
  async function borrowed({ root, sections }, ids, code) {
    /** @param {MockSection} section */
    const address = ({ path }) => `${root}${path}${code ? `?form=${code}` : ""}`;
    const known = sections.filter(({ id }) => ids.includes(id));
    const lent = await borrow.pages(known.map(address));
    if (lent.size < known.length) return null;
    return new Map(
      known.map((section) => [section.id, /** @type {Borrowed} */ (lent.get(address(section)))]),
    );
  }

  /**
   * Returns an order by lot for the options of each question; some may not leave their run.
   * @param {HTMLElement[]} frames
   * @param {Drawing} drawing
   */
  function ordered(frames, { bound }) {
    /** @param {HTMLElement} frame */
    function order(frame) {
      const own = letters.bank(frame);
      const runs = bound[frame.id] ?? [own];
      return runs.reduce(
        (text, run) => text.replace(run, draw.shuffled([...run], Math.random).join("")),
        own,
      );
    }
    return Object.fromEntries(
      frames.map((frame) => [frame.id, order(frame)]).filter(([, order]) => order),
    );
  }

  /** @param {HTMLElement} frame @param {DrawnSection} section letters it as it was drawn */
  function letterAnew(frame, { orders = {} }) {
    for (const article of own(frame)) {
      const [bank, drawn = ""] = [letters.bank(article), orders[article.id]];
      // A question that has other options by now stands as the bank has it.
      const same = [...bank].sort().join("") === [...drawn].sort().join("");
      if (drawn && same) letters.arrange(article, drawn);
    }
  }

  /**
   * Returns what is drawn from each section, by lot.
   * @param {MockSection[]} sections
   * @param {Map<string, Borrowed>} borrowed by section
   * @param {Plan} plan
   * @returns {DrawnSection[]}
   */
  function drawn(sections, borrowed, { counts, shuffle, options }) {
    return sections.flatMap(({ id, title }) => {
      const { articles = new Map(), drawing } = borrowed.get(id) ?? {};
      const chosen = draw.some([...articles.keys()], counts.get(id) ?? 0, Math.random);
      const questions = shuffle ? draw.shuffled(chosen, Math.random) : chosen;
      const frames = questions.flatMap((question) => own(articles.get(question)));
      const answers = frames.map((frame) => frame.id);
      const orders = options && drawing?.options ? { orders: ordered(frames, drawing) } : {};
      return questions.length > 0 ? [{ id, title, questions, answers, ...orders }] : [];
    });
  }

  /** @param {Map<string, Borrowed>} borrowed @returns {Record<string, Key>} */
  const keys = (borrowed) => Object.assign({}, ...[...borrowed.values()].map((each) => each.keys));

  /**
   * Puts the paper of a sitting into `place` and returns its questions, by section.
   * @param {HTMLElement} place
   * @param {Sitting} sitting
   * @param {Map<string, Borrowed>} borrowed by section
   * @param {string[]} ordinals
   * @returns {{title: string, items: Item[]}[]}
   */
  function lay(place, sitting, borrowed, ordinals) {
    let number = 0;
    place.replaceChildren();
    return sitting.sections.map((drawn, index) => {
      const { id, title, questions } = drawn;
      const part = document.createElement("section");
      const list = document.createElement("form");
      const { articles = new Map(), keys = {}, intro = "" } = borrowed.get(id) ?? {};
      const frames = questions
        .flatMap((question) => articles.get(question) ?? [])
        .filter((frame) => sift(frame, sitting));
      for (const frame of frames) {
        number += 1;
        numbered(frame, number);
        letterAnew(frame, drawn);
      }
      list.className = "questions";
      list.autocomplete = "off";
      list.spellcheck = false;
      list.autocapitalize = "off";
      list.append(...frames);
      part.append(head(title, intro, ordinals[index] ?? ""), list);
      // Wired before it is in the page, where each change would make a browser look at styles.
      const items = frames.flatMap((frame) => wired(frame, keys));
      place.append(part);
      return { title, items };
    });
  }

  /**
   * Fills an overview of the paper with a link a question.
   * @param {{title: string, items: Item[]}[]} parts
   * @param {ParentNode} panel not yet in the page
   */
  function drawMap(parts, panel) {
    const map = page.one("#_map", panel);
    for (const { title, items } of parts) {
      const name = document.createElement("p");
      name.textContent = title;
      map.append(name, ...items.map((item) => item.link));
    }
  }

  /**
   * Returns the keys of a paper, as far as the gate lets them out.
   * @param {PaperPart[]} parts
   * @param {Sitting} sitting
   * @returns {Record<string, Key>}
   */
  function opened(parts, sitting) {
    const all = parts.flatMap((part) => part.items);
    const keys = all.map(({ id, article }) => [id, gate.key(sitting, article)]);
    return Object.fromEntries(keys.filter(([, key]) => key !== undefined));
  }

  return { borrow: borrowed, drawn, keys, lay, opened, drawMap };
})();
