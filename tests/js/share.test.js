"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { load, plain } = require("./client.js");

const { share, store } = load(["check.js", "records.js", "store.js", "shared.js"], {
  document: { currentScript: null },
  localStorage: null,
});
const NAME = "exampress:2:site:exam";

/** @typedef {{name: string, text: string | null, base: string | null}} Change */

/** Storage as a browser has it. */
class FakeStorage {
  /** @param {Record<string, string>} [entries] */
  constructor(entries = {}) {
    this.entries = new Map(Object.entries(entries));
  }

  get length() {
    return this.entries.size;
  }

  /** @param {number} at */
  key(at) {
    return [...this.entries.keys()][at] ?? null;
  }

  /** @param {string} name */
  getItem(name) {
    return this.entries.get(name) ?? null;
  }

  /** @param {string} name @param {string} text */
  setItem(name, text) {
    this.entries.set(name, text);
  }

  /** @param {string} name */
  removeItem(name) {
    this.entries.delete(name);
  }
}

/** A hub with the pages that have met it; `open` is a page whose file has that storage. */
class Hub {
  /** @param {Record<string, string>} [entries] */
  constructor(entries = {}) {
    this.entries = new Map(Object.entries(entries));
    /** @type {{page: any, deaf: boolean}[]} */
    this.pages = [];
    /** Where messages wait, if they do. @type {[{page: any, deaf: boolean}, Change][] | null} */
    this.queue = null;
  }

  /** @param {FakeStorage} own @param {{deaf?: boolean, met?: boolean}} [how] */
  open(own, { deaf = false, met = true } = {}) {
    /** @type {string[]} */
    const arrived = [];
    const seat = { page: /** @type {any} */ (null), deaf };
    const send = (/** @type {Change} */ change) => this.take(seat, change);
    seat.page = share.mirror(own, send, (/** @type {string} */ name) => arrived.push(name));
    if (met) this.meet(seat);
    const close = () => this.pages.splice(this.pages.indexOf(seat), 1);
    return { storage: seat.page.storage, arrived, meet: () => this.meet(seat), close };
  }

  /** @param {{page: any, deaf: boolean}} seat */
  meet(seat) {
    if (!seat.deaf) this.pages.push(seat);
    seat.page.receive({ all: [...this.entries] });
  }

  /** @param {{page: any, deaf: boolean}} seat @param {Change} change */
  take(seat, change) {
    if (seat.deaf) return; // the page was closed before its message was read
    if (this.queue) this.queue.push([seat, change]);
    else this.handle(seat, change);
  }

  /** Handles messages one after the other, as they come in, instead of at once. */
  deliver() {
    for (let next = this.queue?.shift(); next; next = this.queue?.shift()) this.handle(...next);
  }

  /** @param {{page: any, deaf: boolean}} seat @param {Change} change */
  handle(seat, { name, text, base }) {
    const current = this.entries.get(name) ?? null;
    if (current !== base) return seat.page.receive({ refused: { name, text: current } });
    if (text === null) this.entries.delete(name);
    else this.entries.set(name, text);
    seat.page.receive({ taken: { name, text } });
    for (const other of this.pages) {
      if (other !== seat) other.page.receive({ changed: { name, text } });
    }
  }
}

const record = { fingerprint: "1", response: ["A"], checked: false, score: 0, grade: null };

/** @param {any} storage */
const book = (storage) => store.open(storage, "site", "exam");

/** @param {Map<string, string>} entries */
const ids = (entries) => Object.keys(JSON.parse(entries.get(NAME) ?? "{}").questions ?? {}).sort();

test("what one page stores, another finds", () => {
  const hub = new Hub();
  book(hub.open(new FakeStorage()).storage).put("a", record);
  const other = hub.open(new FakeStorage());
  assert.deepEqual(other.arrived, [NAME]);
  assert.deepEqual(plain(book(other.storage).get("a")), record);
});

test("pages that are open at once hear of each other", () => {
  const hub = new Hub();
  const [one, two] = [hub.open(new FakeStorage()), hub.open(new FakeStorage())];
  const [first, second] = [book(one.storage), book(two.storage)];
  first.put("a", record);
  second.put("b", record);
  first.put("c", record);
  assert.deepEqual(ids(hub.entries), ["a", "b", "c"]);
  assert.deepEqual(two.arrived, [NAME, NAME]);
  second.refresh();
  assert.deepEqual(plain(second.ids()), ["a", "b", "c"]);
});

test("two pages that change one exam at the same moment lose nothing", () => {
  const hub = new Hub();
  const [one, two] = [hub.open(new FakeStorage()), hub.open(new FakeStorage())];
  const [first, second] = [book(one.storage), book(two.storage)];
  first.put("old", record);
  second.refresh();
  hub.queue = [];
  first.put("a", record);
  second.put("b", record);
  first.put("c", record);
  second.put("old", null);
  first.put("d", record);
  hub.deliver();
  assert.deepEqual(ids(hub.entries), ["a", "b", "c", "d"]);
  for (const each of [first, second]) {
    each.refresh();
    assert.deepEqual(plain(each.ids()).sort(), ["a", "b", "c", "d"]);
  }
});

test("what is stored before the hub is met is sent, and joined with what it has", () => {
  const hub = new Hub();
  book(hub.open(new FakeStorage()).storage).put("a", record);
  const early = hub.open(new FakeStorage(), { met: false });
  book(early.storage).put("b", record);
  assert.deepEqual(ids(hub.entries), ["a"]);
  early.meet();
  assert.deepEqual(ids(hub.entries), ["a", "b"]);
  assert.deepEqual(plain(book(early.storage).ids()).sort(), ["a", "b"]);
});

test("a page that is closed before the hub has heard loses nothing", () => {
  const hub = new Hub();
  const own = new FakeStorage();
  const page = hub.open(own);
  book(page.storage).put("a", record);
  page.close();
  book(hub.open(own, { deaf: true }).storage).put("b", record);
  book(hub.open(new FakeStorage()).storage).put("c", record);
  assert.deepEqual(ids(hub.entries), ["a", "c"]);
  hub.open(own);
  assert.deepEqual(ids(hub.entries), ["a", "b", "c"]);
});

test("of two changes to one question the later stays", () => {
  const hub = new Hub();
  const own = new FakeStorage();
  book(hub.open(own, { deaf: true }).storage).put("a", { ...record, response: ["B"], at: 2 });
  book(hub.open(new FakeStorage()).storage).put("a", { ...record, at: 1 });
  hub.open(own);
  assert.deepEqual(JSON.parse(hub.entries.get(NAME) ?? "").questions.a.response, ["B"]);
});

test("what a page had before there was a hub is taken in", () => {
  const own = new FakeStorage();
  store.open(own, "site", "exam").put("a", record);
  own.setItem("other", "1");
  const hub = new Hub();
  hub.open(own);
  assert.deepEqual([...hub.entries.keys()], [NAME]);
  assert.deepEqual(ids(hub.entries), ["a"]);
});

test("what is removed in one page is removed in the others", () => {
  const hub = new Hub();
  const [own, others] = [new FakeStorage(), new FakeStorage()];
  const one = hub.open(own).storage;
  one.setItem("exampress:2:site:exam:mock", "{}");
  const two = hub.open(others);
  assert.equal(two.storage.getItem("exampress:2:site:exam:mock"), "{}");
  one.removeItem("exampress:2:site:exam:mock");
  assert.equal(two.storage.getItem("exampress:2:site:exam:mock"), null);
  const late = hub.open(others);
  assert.equal(late.storage.getItem("exampress:2:site:exam:mock"), null);
  assert.deepEqual(hub.entries.size, 0);
});

test("nothing is told that has not changed", () => {
  const hub = new Hub();
  const own = new FakeStorage();
  book(hub.open(own).storage).put("a", record);
  assert.deepEqual(hub.open(own).arrived, []);
});

test("a damaged entry of the hub replaces nothing that is not stored there", () => {
  const own = new FakeStorage();
  const hub = new Hub({ [NAME]: "{" });
  book(hub.open(own, { met: false }).storage).put("a", record);
  hub.open(own);
  assert.deepEqual(ids(hub.entries), ["a"]);
});

test("without a frame the storage is the browser's own", () => {
  const own = new FakeStorage();
  const { storage } = load(["check.js", "records.js", "store.js", "shared.js"], {
    document: { currentScript: { dataset: { hub: "hub.html" } } },
    localStorage: own,
    location: { protocol: "https:" },
    window: { mozInnerScreenX: 0 },
  });
  assert.equal(storage, own);
});
