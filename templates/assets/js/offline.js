"use strict";

/**
 * Makes a hosted site work offline: registers its worker, has the exam that is open kept, tells of
 * a new version. Pages opened from a folder need none of this.
 */
(() => {
  const { page } = exampress;
  const { one, say } = page;
  const { words } = exampress;
  const { worker, manifest } = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;
  const container = navigator.serviceWorker; // there is none where a page is not secure

  /** @typedef {{whole: boolean, size: number, failed?: boolean}} Told */

  /**
   * @param {ServiceWorker} to
   * @param {{ask: string, exam?: string}} message
   * @returns {Promise<Told>}
   */
  function ask(to, message) {
    return new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => done(data);
      to.postMessage(message, [port2]);
    });
  }

  /** @param {ServiceWorker} waiting offers the version that has been fetched */
  function offer(waiting) {
    if (document.querySelector(".update")) return;
    const note = page.clone("#_update");
    one("button", note).addEventListener("click", () => {
      container.addEventListener("controllerchange", () => location.reload(), { once: true });
      ask(waiting, { ask: "start" });
    });
    one("#_notices").append(note);
  }

  /** @param {ServiceWorker | null} installing offers a version once it has been fetched */
  function expectVersion(installing) {
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && container.controller) offer(installing);
    });
  }

  /** @param {ServiceWorkerRegistration} registration may have begun to fetch a version already */
  function watch(registration) {
    const { waiting } = registration;
    if (waiting && container.controller) offer(waiting);
    expectVersion(registration.installing);
    registration.addEventListener("updatefound", () => expectVersion(registration.installing));
  }

  /** @param {ServiceWorker} active shows in the settings what is kept, and keeps all on demand */
  async function serve(active) {
    const place = one("dialog .offline");
    const button = /** @type {HTMLButtonElement} */ (one("button", place));
    const note = one("span", place);

    /** @param {Told} told */
    function show({ whole, size, failed }) {
      const n = Math.max(1, Math.round(size / 1e6));
      button.hidden = whole;
      button.disabled = false;
      button.textContent = say(words, "offline_keep", { n });
      if (whole) note.textContent = say(words, "offline_kept");
      else note.textContent = failed ? say(words, "offline_failed") : "";
    }
    button.addEventListener("click", async () => {
      button.disabled = true;
      note.textContent = say(words, "offline_keeping");
      show(await ask(active, { ask: "keepAll" }));
    });
    place.hidden = false;
    show(await ask(active, { ask: "tell" }));
  }

  async function start() {
    const address = new URL(worker ?? "", location.href);
    const scope = new URL("./", address).href;
    const registration = await container.register(address, { scope, updateViaCache: "none" });
    watch(registration);
    const { active } = await container.ready;
    if (!active) return;
    const { exam } = document.body.dataset;
    const saves = /** @type {any} */ (navigator).connection?.saveData === true;
    if (exam && !saves) await ask(active, { ask: "keep", exam });
    await serve(active);
  }

  /** @param {string} selector */
  function show(selector) {
    for (const hidden of document.querySelectorAll(selector)) hidden.removeAttribute("hidden");
  }

  function link() {
    const element = document.createElement("link");
    element.rel = "manifest";
    element.href = manifest ?? "";
    document.head.append(element);
  }

  if (!location.protocol.startsWith("http")) return;
  show("[data-online]");
  if (worker && !container) show("[data-insecure]");
  if (manifest) link();
  if (worker && container && window === window.top) window.addEventListener("load", () => start());
})();
