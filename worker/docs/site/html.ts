import { endpoints, every, slugOf } from '#worker/docs/openapi/endpoints.ts'
import { escapeXml } from '#worker/lib/xml.ts'

export type Html = string & { readonly html: unique symbol }

/** Cast: marks text as HTML that is safe to insert. */
export const trusted = (text: string) => text as Html

export const escapeHtml = (text: string): Html => trusted(escapeXml(text))

type Part = Html | readonly Html[]

export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const filled = parts.map((part) => (typeof part === 'string' ? part : part.join('\n')))
  return trusted(String.raw({ raw: markup.map((piece) => piece) }, ...filled))
}

export const empty = trusted('')

export const joinHtml = (parts: readonly Html[], between: string): Html =>
  trusted(parts.join(escapeHtml(between)))

const codeOf = (text: string): Html => {
  const breakable = escapeHtml(text).replaceAll(/(?<=\S)[_./](?=\w)|[a-z](?=[A-Z])/g, '$&<wbr>')
  return html`<code>${trusted(breakable.replace(/^--\w+/, '<span class="option">$&</span>'))}</code>`
}

const links = new Map(
  every.map((id) => [
    `${endpoints[id].method.toUpperCase()} ${endpoints[id].path}`,
    `/docs/reference/${slugOf(id)}`,
  ]),
)

export function code(text: string): Html {
  const href = links.get(text)
  return href ? html`<a href="${escapeHtml(href)}">${codeOf(text)}</a>` : codeOf(text)
}

type Row = { id?: string; cells: readonly Html[] }

const phoneLayoutByColumns: Readonly<Record<number, string>> = {
  3: ' stacked',
  4: ' stacked',
  5: ' stacked flowing',
}

export function table(name: string, columns: readonly Html[], rows: readonly Row[]): Html {
  const head = columns.map((column) => html`<th scope="col">${column}</th>`)
  const body = rows.map(({ id, cells: [first = empty, ...rest] }) => {
    const anchor = id === undefined ? empty : html` id="${escapeHtml(id)}"`
    return html`<tr${anchor}><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`
  })
  return html`<div class="table${escapeHtml(phoneLayoutByColumns[columns.length] ?? '')}" role="region" aria-label="${escapeHtml(name)}" tabindex="0">
<table>
<thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody>
</table>
</div>`
}
