import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { changes } from './changes.ts'
import { codes } from './codes.ts'
import { errors } from './errors.ts'
import { firstCall } from './first-call.ts'
import { escaped, type Html, heading, html, prose } from './html.ts'
import { limits } from './limits.ts'
import { otherCalls } from './other-calls.ts'
import { reading } from './reading.ts'
import { registers } from './registers.ts'
import type { Section } from './section.ts'
import { validateSection } from './validate.ts'

const linkTo = ({ id, title }: { id: string; title: string }): Html =>
  html`<a href="#${escaped(id)}">${escaped(title)}</a>`

function entryOf(section: Section): Html {
  const within = section.within ?? []
  if (within.length === 0) return html`<li>${linkTo(section)}</li>`
  return html`<li>${linkTo(section)}<ul class="inner">${within.map((part) => html`<li>${linkTo(part)}</li>`)}</ul></li>`
}

const sectionOf = ({ id, title, content }: Section): Html => html`<section>
${heading(2, id, title)}
${content}
</section>`

/** The document of the API as a page for people. It has no script, and its style is a file beside it. */
export function referencePage(document: OpenApiDocument): Html {
  const sections = [
    firstCall(document),
    reading(document),
    validateSection(document),
    registers(document),
    codes(document),
    errors(document),
    limits(document),
    ...otherCalls(document),
    changes(document),
  ]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="How to ask Tinproof over its API whether a tax ID is right.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/styles.css">
<title>API reference · Tinproof</title>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Tinproof</a>
<nav aria-label="Product">
<a href="/tokens">API Tokens</a>
<a href="/openapi.json">OpenAPI</a>
</nav>
</header>
<div class="columns">
<nav class="contents" aria-label="Contents">
<ul>
${sections.map(entryOf)}
</ul>
</nav>
<main id="content" tabindex="-1">
<h1>API reference</h1>
${prose(document.info.description)}
${sections.map(sectionOf)}
</main>
</div>
</body>
</html>
`
}
