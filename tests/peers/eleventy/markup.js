"use strict";

const markdown = require("markdown-it")("commonmark", { html: false }).enable([
  "table",
  "strikethrough",
]);
const block = (text) => (text ? markdown.render(String(text)) : "");
const inline = (text) => markdown.renderInline(String(text));
const letter = (index) => String.fromCharCode(65 + index);

const page = (title, main) => `<!doctype html>
<html lang="zh-Hant">
<head><meta charset="utf-8"><title>${title}</title>
<link rel="stylesheet" href="/site.css"><script defer src="/app.js"></script></head>
<body><header><nav><a href="/">Benchmark</a></nav></header>
<main><h1>${title}</h1>
${main}</main></body>
</html>
`;

const choices = (question, kind) =>
  question.options
    ? `<fieldset>${question.options
        .map(
          (option, index) => `
<label><input type="${kind === "multiple" ? "checkbox" : "radio"}" name="${question.id}" value="${letter(index)}"><b>${letter(index)}</b> ${inline(option)}</label>`,
        )
        .join("")}
</fieldset>`
    : "";

const solved = (question, kind) => `<form><div class="stem">${block(question.stem)}</div>
${choices(question, kind)}</form>
<details><summary>答案與解析</summary><p>${inline(question.answer)}</p>
${block(question.explanation)}</details>
<script type="application/json">${JSON.stringify({ answer: question.answer, points: question.points })}</script>`;

/** Returns a question as one practises it. */
const practised = (question, kind, number) => `
<article class="q" id="${question.id}" data-type="${kind}">
<h2><b>${number}</b></h2>
<div class="material">${block(question.material)}</div>
${(question.questions ?? []).map((part, index) => practised(part, part.type, index + 1)).join("")}
${question.stem ? solved(question, kind) : ""}
</article>`;

/** Returns a question as it is printed. */
const asked = (question) => `
<li><div class="material">${block(question.material)}</div>
<div class="stem">${block(question.stem)}</div>
<ol class="options" type="A">${(question.options ?? []).map((option) => `<li>${inline(option)}</li>`).join("")}</ol>
<ol>${(question.questions ?? []).map(asked).join("")}</ol></li>`;

module.exports = { asked, block, page, practised };
