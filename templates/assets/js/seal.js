"use strict";

/**
 * Opens sealed answers: finds the key of an exam (from a link, from this tab's memory, from the
 * file by which it is published) or derives it from a passphrase, and puts keys and answers where
 * an open page has them. What is sealed and how is in `docs/sealed.md`.
 */

/** Where key files put what they hold. @type {{exam: string, key: string | null}[]} */
exampress.released = [];

exampress.seal = (() => {
  const { letters, page, store } = exampress;
  const { one } = page;

  const NAME = "exampress seal 1";
  const MARK = "#k=";
  const HUB = "hub.html";

  /** What stands in the address goes from there at once: addresses are shown, and copied. */
  const linked = location.hash.startsWith(MARK) ? location.hash.slice(MARK.length) : "";
  if (linked) history.replaceState(history.state, "", location.href.split("#")[0]);

  const { subtle } = globalThis.crypto ?? {};
  /** @type {HTMLElement | null} */
  const first = document.querySelector("script[data-hub]");
  const root = first?.dataset.hub?.slice(0, -HUB.length);

  /** @type {Lock | null} */
  const own = document.querySelector("#_sealed") ? page.data("#_sealed") : null;
  /** @type {Map<string, Opened>} by exam */
  const opened = new Map();
  /** @type {Pick<Borrowed, "sealed" | "articles" | "keys">[]} what waits for a key */
  let waiting = [];
  /** @type {(() => void)[]} */
  const listeners = [];

  // Keys

  /** @param {string} text */
  const utf8 = (text) => new TextEncoder().encode(text);

  /** @param {string} text in base64 for addresses */
  function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  }

  /** @param {ArrayBuffer} data */
  function base64(data) {
    const text = btoa(String.fromCharCode(...new Uint8Array(data)));
    return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  /** @param {Lock} lock @param {CryptoKey} key @param {string} name @param {string} text */
  async function unsealed({ exam }, key, name, text) {
    const data = bytes(text);
    const additionalData = utf8(`${NAME}\n${exam}\n${name}`);
    const how = { name: "AES-GCM", iv: data.subarray(0, 12), additionalData };
    return new TextDecoder().decode(await subtle.decrypt(how, key, data.subarray(12)));
  }

  /** @param {Lock} lock @param {string} word a key as links say it @returns the key, if it fits */
  async function keyOf(lock, word) {
    try {
      const key = await subtle.importKey("raw", bytes(word), "AES-GCM", false, ["decrypt"]);
      await unsealed(lock, key, "", lock.check);
      return key;
    } catch {
      return null;
    }
  }

  /** @param {Lock} lock @param {string} passphrase @returns {Promise<string>} the word of its key */
  async function derived({ exam, salt, rounds }, passphrase) {
    const typed = utf8(passphrase.normalize("NFKC").trim());
    const base = await subtle.importKey("raw", typed, "PBKDF2", false, ["deriveBits"]);
    const how = { name: "PBKDF2", hash: "SHA-256", salt: bytes(salt), iterations: rounds };
    const secret = await subtle.deriveBits(how, base, 256);
    const hmac = { name: "HMAC", hash: "SHA-256" };
    const signing = await subtle.importKey("raw", secret, hmac, false, ["sign"]);
    return base64(await subtle.sign("HMAC", signing, utf8(`${NAME}\nkey\n${exam}`)));
  }

  // Where keys come from

  /** @type {Map<string, Promise<string>>} by exam */
  const published = new Map();

  /** @param {string} exam @returns {Promise<string>} the word of the key, if it is published */
  function release(exam) {
    const running = published.get(exam) ?? loaded(exam);
    published.set(exam, running);
    return running;
  }

  /** @param {string} exam @returns {Promise<string>} */
  function loaded(exam) {
    if (root === undefined) return Promise.resolve(""); // an exam as one file has none beside it
    return new Promise((done) => {
      const script = document.createElement("script");
      const word = () => exampress.released.find((each) => each.exam === exam)?.key ?? "";
      script.src = `${root}${encodeURIComponent(exam)}/key.js`;
      script.addEventListener("load", () => done(word()));
      script.addEventListener("error", () => done(""));
      document.head.append(script);
    });
  }

  const site = () => document.body.dataset.site ?? "";

  /** @param {string} exam @returns {[Opened["how"], () => string | Promise<string>][]} */
  const sources = (exam) => [
    ["linked", () => linked],
    ["kept", () => store.key(store.session(), site(), exam)],
    ["released", () => release(exam)],
  ];

  /** @param {Lock} lock @returns {Promise<Opened | null>} what opens an exam, if it is at hand */
  async function find(lock) {
    const { exam } = lock;
    if (!subtle) return null;
    for (const [how, source] of opened.has(exam) ? [] : sources(exam)) {
      const word = await source();
      const key = word ? await keyOf(lock, word) : null;
      if (key && !opened.has(exam)) opened.set(exam, { how, word, key });
      if (key) break;
      if (word) tell("seal_stale");
    }
    return opened.get(exam) ?? null;
  }

  // What is opened

  /**
   * Puts the answer of a question where an open page has it.
   * @param {Element} article
   * @param {string} html
   */
  function insert(article, html) {
    if (!html || article.querySelector(":scope > details")) return;
    const template = document.createElement("template");
    template.innerHTML = html.replaceAll("\0", root ?? "");
    const answer = document.importNode(template.content, true);
    const interaction = article.querySelector(":scope > .interaction");
    const moved = [...(interaction ? letters.of(interaction) : [])].filter(
      ([now, bank]) => now !== bank,
    );
    const shown = new Map(moved.map(([now, bank]) => [bank, now]));
    article.append(answer);
    const placed = one(":scope > details", article);
    if (moved.length > 0) letters.rename(placed, (letter) => shown.get(letter) ?? letter);
  }

  /** @param {Pick<Borrowed, "sealed" | "articles" | "keys">} lent @param {CryptoKey} key */
  async function fill({ sealed, articles, keys }, key) {
    if (!sealed) return;
    const { questions = {} } = sealed;
    const frames = [...articles.values()].flatMap((frame) => [
      frame,
      ...frame.querySelectorAll("article.q"),
    ]);
    const texts = await Promise.all(
      frames.map(({ id }) => unsealed(sealed, key, id, questions[id] ?? "")),
    );
    for (const [at, frame] of frames.entries()) {
      /** @type {{key: Key | null, html: string}} */
      const said = JSON.parse(texts[at] ?? "");
      insert(frame, said.html);
      // into the key that others hold already
      Object.assign(keys[frame.id] ?? {}, said.key);
    }
  }

  /** @param {CryptoKey} key */
  async function fillAll(key) {
    const ready = waiting;
    waiting = [];
    for (const lent of ready) await fill(lent, key);
    document.body.dataset.seal = "open";
    for (const listener of listeners) listener();
  }

  let filling = Promise.resolve();

  /** @param {Opened} found opens what has waited, one after the other, and says so */
  function open({ key }) {
    filling = filling.then(() => fillAll(key));
    return filling;
  }

  /**
   * Opens the questions of a page if the key is at hand, or else later, when it comes.
   * @template {Pick<Borrowed, "sealed" | "articles" | "keys">} T
   * @param {T} lent
   * @returns {Promise<T>} the same
   */
  async function take(lent) {
    if (!lent.sealed) return lent;
    waiting.push(lent);
    const found = await find(lent.sealed);
    if (found) await open(found);
    return lent;
  }

  // The panel

  /** @param {string} name */
  function tell(name) {
    const place = document.querySelector("#_seal_said");
    if (place) place.textContent = name && page.say(exampress.words, name);
  }

  /** @param {Opened} found */
  function show({ how }) {
    const panel = one("#_seal");
    for (const gone of panel.querySelectorAll("form, .why")) gone.remove();
    const name = one("#_seal_name span");
    name.textContent = name.dataset.open ?? "";
    one(".acts", panel).hidden = how !== "kept";
    tell(`seal_${how}`);
  }

  /** @param {Lock} lock @param {HTMLFormElement} form */
  async function tryPassphrase(lock, form) {
    const said = new FormData(form);
    const field = /** @type {HTMLInputElement} */ (one("#_passphrase", form));
    const button = /** @type {HTMLButtonElement} */ (one("button", form));
    tell("seal_busy");
    button.disabled = true;
    const word = await derived(lock, field.value);
    const key = await keyOf(lock, word);
    button.disabled = false;
    field.toggleAttribute("aria-invalid", key === null);
    if (key === null) {
      tell("seal_wrong");
      return field.select();
    }
    const kept = said.get("keep") !== null;
    if (kept) store.keepKey(store.session(), site(), lock.exam, word);
    /** @type {Opened} */
    const found = { how: kept ? "kept" : "open", word, key };
    opened.set(lock.exam, found);
    await open(found);
    show(found);
    one("#_seal_name").focus();
  }

  /**
   * Lets a key that came by a link, or is to be kept, go on to the exam's other pages; from a
   * folder, some browsers keep nothing from page to page.
   * @param {Lock} lock
   * @param {Event} event
   */
  function carry({ exam }, { target }) {
    const link = target instanceof Element ? target.closest("a") : null;
    const found = opened.get(exam);
    if (!link || !found || link.hash || root === undefined || found.how === "released") return;
    const folder = `/${encodeURIComponent(exam)}/`;
    const ours = link.href.startsWith(new URL(`${root}.`, location.href).href);
    const same = link.pathname === location.pathname;
    const inside = ours && link.pathname.includes(folder) && !link.pathname.includes("/print/");
    if (found.how === "open" ? same : inside) link.hash = MARK + found.word;
  }

  /** @param {Lock} lock */
  async function arrange(lock) {
    const form = /** @type {HTMLFormElement} */ (one("#_seal form"));
    const field = /** @type {HTMLInputElement} */ (one("#_passphrase", form));
    one("#_seal_name").tabIndex = -1;
    one("#_seal .why").hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      tryPassphrase(lock, form);
    });
    form.addEventListener("input", ({ target }) => {
      const box = /** @type {HTMLInputElement} */ (target);
      if (box.name === "show") field.type = box.checked ? "text" : "password";
    });
    one("[data-do=forget]").addEventListener("click", () => {
      store.keepKey(store.session(), site(), lock.exam, "");
      location.reload();
    });
    document.addEventListener("click", (event) => carry(lock, event), true);
    if (!subtle) return tell("seal_plain");
    const found = await find(lock);
    form.hidden = false;
    if (!found) return;
    show(found);
    await open(found);
  }

  if (own && !exampress.lending) arrange(own);

  return {
    own,
    take,
    isLocked: () => document.body.dataset.seal === "locked",
    onOpen: (listener) => listeners.push(listener),
  };
})();
