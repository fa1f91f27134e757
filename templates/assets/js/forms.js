"use strict";

/**
 * Draws a form of an exam from its code, as `builder/forms.py` does; `docs/forms.md` writes down
 * how. Touches no page.
 */
exampress.forms = (() => {
  // SHA-256, as FIPS 180-4 has it; `crypto.subtle` is not there on every page of a school's net.

  const ROUNDS = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ];
  const START = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ];

  /** @param {number} value @param {number} by */
  const turned = (value, by) => (value >>> by) | (value << (32 - by));

  /** @param {Uint8Array} bytes @returns {DataView} filled up to whole blocks of 64 bytes */
  function padded(bytes) {
    const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
    new Uint8Array(view.buffer).set(bytes);
    view.setUint8(bytes.length, 0x80);
    view.setUint32(view.byteLength - 4, bytes.length * 8);
    return view;
  }

  /** @param {DataView} view @param {number} start the 64 words of a block */
  function schedule(view, start) {
    const words = new Int32Array(64);
    /** @param {number} place */
    const at = (place) => words[place] ?? 0;
    for (let place = 0; place < 16; place += 1) words[place] = view.getInt32(start + place * 4);
    for (let place = 16; place < 64; place += 1) {
      const far = at(place - 15);
      const near = at(place - 2);
      const first = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const second = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words[place] = at(place - 16) + first + at(place - 7) + second;
    }
    return words;
  }

  /** @param {number[]} sum @param {Int32Array} words @returns {number[]} */
  function compressed(sum, words) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
    for (let place = 0; place < 64; place += 1) {
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const word = (ROUNDS[place] ?? 0) + (words[place] ?? 0);
      const first = (h + high + ((e & f) ^ (~e & g)) + word) | 0;
      const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    return [a, b, c, d, e, f, g, h].map((value, place) => (value + (sum[place] ?? 0)) | 0);
  }

  /** @param {string} text @returns {string} 64 hex digits */
  function sha256(text) {
    const view = padded(new TextEncoder().encode(text));
    let sum = START;
    for (let start = 0; start < view.byteLength; start += 64) {
      sum = compressed(sum, schedule(view, start));
    }
    return sum.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // Codes

  const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  /** @param {string} text a code as people type it @returns {string} as it is printed */
  function normal(text) {
    const signs = text
      .normalize("NFKC")
      .toUpperCase()
      .replace(/[ \-·]/g, "");
    return signs.replace(/[IL]/g, "1").replace(/O/g, "0");
  }

  /** @param {number[]} values a sum in GF(32) that finds a wrong sign, and two that changed places */
  const checked = (values) =>
    values.reduce((sum, value) => {
      const doubled = (sum ^ value) << 1;
      return doubled & 32 ? doubled ^ 0b100101 : doubled;
    }, 1); // so that six zeros are no code

  /**
   * Returns the order that a code names, or what is wrong: it is none, or of another edition.
   * @param {string} text
   * @param {string} edition
   * @returns {number | "mistyped" | "edition"}
   */
  function read(text, edition) {
    const values = [...normal(text)].map((sign) => ALPHABET.indexOf(sign));
    const [a = 0, b = 0, c = 0, d = 0, e = 0, check] = values;
    if (values.length !== 6 || values.includes(-1)) return "mistyped";
    if (checked([a, b, c, d, e]) !== check) return "mistyped";
    if (d * 32 + e !== Number.parseInt(edition, 16) % 1024) return "edition";
    return (a * 32 + b) * 32 + c;
  }

  // The drawing

  /** @param {string[]} entries @param {string} seed @returns {string[]} in the order of digests */
  function drawn(entries, seed) {
    const digests = new Map(entries.map((entry) => [entry, sha256(`${seed}\n${entry}`)]));
    /** @param {string} entry */
    const digest = (entry) => digests.get(entry) ?? "";
    return [...entries].sort((a, b) => (digest(a) < digest(b) ? -1 : 1));
  }

  /** @param {Drawing} drawing @param {number} order @param {string} what @param {string} name */
  const seeded = ({ exam }, order, what, name) =>
    `exampress form 1\n${order}\n${exam}\n${what}\n${name}`;

  /**
   * Returns the ids of the questions that a form has of a section, in its order.
   * @param {Drawing} drawing
   * @param {string[]} ids
   * @param {number} order
   */
  function questions(drawing, ids, order) {
    if (drawing.draw === null && !drawing.questions) return ids;
    const seed = seeded(drawing, order, "questions", drawing.section);
    const lot = drawn(ids, seed).slice(0, drawing.draw ?? ids.length);
    return drawing.questions ? lot : ids.filter((id) => lot.includes(id));
  }

  /**
   * Returns the former letters of a question's options, in the order a form has them in.
   * @param {Drawing} drawing
   * @param {string} id
   * @param {string} letters
   * @param {number} order
   */
  function options(drawing, id, letters, order) {
    if (!drawing.options) return letters;
    const seed = seeded(drawing, order, "options", id);
    const runs = drawing.bound[id] ?? [letters];
    return runs.reduce((text, run) => text.replace(run, drawn([...run], seed).join("")), letters);
  }

  return { sha256, normal, read, questions, options };
})();
