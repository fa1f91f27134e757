"use strict";

/**
 * The service worker, with `BUILD` and `KEPT` written above it by the builder. It answers from one
 * cache a build. A new build copies what has not changed and fetches the rest; it takes over when
 * the reader says so, or when the last page of the old one is closed.
 */

/** @type {WorkerScope} */
const worker = /** @type {any} */ (self);
const SCOPE = worker.registration.scope;
// Sites of one owner often share a host.
const PREFIX = `exampress:${KEPT.site}:${SCOPE}:`;
const NAME = PREFIX + BUILD;
/** Where a cache notes the digests of what it holds. */
const DIGESTS = `${SCOPE}.digests`;
const LANES = 6;

/** @param {Cache} cache @returns {Promise<Record<string, string>>} */
async function digestsOf(cache) {
  const noted = await cache.match(DIGESTS);
  return noted ? noted.json() : {};
}

/** @returns {Promise<Cache[]>} those of earlier builds */
async function formerCaches() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  return Promise.all(names.map((name) => caches.open(name)));
}

/** @param {Response} response one that may answer a navigation: no redirect led to it */
async function straight(response) {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}

/** @param {Cache} cache @param {string} path @param {string} digest */
async function fetchInto(cache, path, digest) {
  // The digest in the address is for hosts that would hand out what they have kept themselves.
  const response = await fetch(`${SCOPE}${path}?${digest}`, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(SCOPE + path, await straight(response));
}

/**
 * Puts files into the cache of this build, from earlier ones where they are the same.
 * @param {Record<string, string>} files
 */
async function keep(files) {
  const cache = await caches.open(NAME);
  const former = await formerCaches();
  const known = await Promise.all(former.map(digestsOf));
  const held = await digestsOf(cache);
  const wanted = Object.entries(files).filter(([path, digest]) => held[path] !== digest);

  /** @param {string} path @param {string} digest */
  async function take(path, digest) {
    const from = former.find((_, index) => known[index]?.[path] === digest);
    const same = await from?.match(SCOPE + path);
    if (same) await cache.put(SCOPE + path, same);
    else await fetchInto(cache, path, digest);
  }

  async function lane() {
    for (let next = wanted.shift(); next; next = wanted.shift()) await take(...next);
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  await cache.put(DIGESTS, Response.json({ ...(await digestsOf(cache)), ...files }));
}

/** @param {string} name */
const exam = (name) => KEPT.exams[name] ?? {};

/** @returns {Promise<string[]>} the exams of which an earlier build has kept something */
async function formerExams() {
  const known = await Promise.all((await formerCaches()).map(digestsOf));
  const paths = new Set(known.flatMap((each) => Object.keys(each)));
  return Object.keys(KEPT.exams).filter((name) =>
    paths.has(`${encodeURIComponent(name)}/index.html`),
  );
}

async function install() {
  const names = KEPT.small ? Object.keys(KEPT.exams) : await formerExams();
  await keep(Object.assign({}, KEPT.shared, ...names.map(exam)));
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {URL} url as it is kept: a folder by its page, without what follows `?` */
const address = ({ origin, pathname }) =>
  `${origin}${pathname}${pathname.endsWith("/") ? "index.html" : ""}`;

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(address(new URL(request.url)));
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    return Response.redirect(`${SCOPE}offline.html`);
  }
}

/**
 * The file by which the key to sealed answers is published: that may happen at any time, so the
 * network goes first. Without one, what was published before holds.
 * @param {Request} request
 */
async function answerKey(request) {
  const cache = await caches.open(NAME);
  const name = address(new URL(request.url));
  try {
    const fresh = await fetch(request, { cache: "no-cache" });
    if (fresh.ok) await cache.put(name, fresh.clone());
    return fresh;
  } catch {
    const none = new Response("", { headers: { "content-type": "text/javascript" } });
    return (await cache.match(name)) ?? none;
  }
}

/** @returns {Promise<boolean>} whether every exam is kept */
async function isWhole() {
  const held = await digestsOf(await caches.open(NAME));
  const all = Object.assign({}, ...Object.values(KEPT.exams));
  return Object.keys(all).every((path) => held[path] === all[path]);
}

/** @type {Record<string, (exam: string) => Promise<unknown>>} what pages ask for */
const ASKED = {
  keep: (name) => keep(exam(name)),
  keepAll: () => keep(Object.assign({}, ...Object.values(KEPT.exams))),
  start: () => worker.skipWaiting(),
  tell: async () => undefined,
};

/** @param {WorkerMessage} event answers by the port that comes with it */
async function onMessage({ data, ports }) {
  const port = ports[0];
  try {
    await ASKED[data.ask]?.(data.exam);
    port?.postMessage({ whole: await isWhole(), size: KEPT.size });
  } catch {
    port?.postMessage({ whole: false, size: KEPT.size, failed: true });
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => event.waitUntil(onMessage(event)));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  const isKey = new URL(request.url).pathname.endsWith("/key.js");
  event.respondWith(isKey ? answerKey(request) : answer(request));
});
