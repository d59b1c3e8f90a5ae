import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { changes } from './changes.ts'
import { codes } from './codes.ts'
import { errors } from './errors.ts'
import { firstCall } from './first-call.ts'
import { escaped, type Html, heading, html, prose } from './html.ts'
import { layout } from './layout.ts'
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

/** The OpenAPI document as an HTML page. */
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
  return layout({
    title: 'API reference',
    description: 'How to validate tax IDs with the Tinproof API.',
    contents: sections.map(entryOf),
    main: html`${prose(document.info.description)}
${sections.map(sectionOf)}`,
  })
}
