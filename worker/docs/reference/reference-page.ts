import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { changes } from './changes.ts'
import { codes } from './codes.ts'
import { errors } from './errors.ts'
import { escapeHtml, type Html, heading, html, markdown } from './html.ts'
import { layout } from './layout.ts'
import { limits } from './limits.ts'
import { otherEndpoints } from './other-endpoints.ts'
import { quickstart } from './quickstart.ts'
import { registers } from './registers.ts'
import { responses } from './responses.ts'
import type { Section } from './section.ts'
import { validateEndpoint } from './validate-endpoint.ts'

const linkTo = ({ id, title }: { id: string; title: string }): Html =>
  html`<a href="#${escapeHtml(id)}">${escapeHtml(title)}</a>`

function entryOf(section: Section): Html {
  const within = section.subsections ?? []
  if (within.length === 0) return html`<li>${linkTo(section)}</li>`
  return html`<li>${linkTo(section)}<ul class="inner">${within.map((part) => html`<li>${linkTo(part)}</li>`)}</ul></li>`
}

const sectionOf = ({ id, title, content }: Section): Html => html`<section>
${heading(2, id, title)}
${content}
</section>`

export function referencePage(document: OpenApiDocument): Html {
  const sections = [
    quickstart(document),
    responses(document),
    validateEndpoint(document),
    registers(document),
    codes(document),
    errors(document),
    limits(document),
    ...otherEndpoints(document),
    changes(document),
  ]
  return layout({
    title: 'API reference',
    description: 'How to validate tax IDs with the Tinproof API.',
    contents: sections.map(entryOf),
    main: html`${markdown(document.info.description)}
${sections.map(sectionOf)}`,
  })
}
