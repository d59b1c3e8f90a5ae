export type Html = string & { readonly html: unique symbol }

const trusted = (text: string) => text as Html

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): Html =>
  trusted(text.replace(/[&<>"]/g, (char) => entities[char] ?? char))

type Part = Html | readonly Html[]

/** Arrays are joined with newlines. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const filled = parts.map((part) => (typeof part === 'string' ? part : part.join('\n')))
  return trusted(String.raw({ raw: markup.map((piece) => piece) }, ...filled))
}

export const empty = trusted('')

export const joinHtml = (parts: readonly Html[], between: string): Html =>
  trusted(parts.join(escapeHtml(between)))

/** Inline code that can wrap after an underscore or a dot and before a capital. */
const codeOf = (text: string): Html =>
  html`<code>${trusted(escapeHtml(text).replaceAll(/[_.](?=\w)|[a-z](?=[A-Z])/g, '$&<wbr>'))}</code>`

const links: Readonly<Record<string, string>> = {
  'POST /api/tinproof/validate': '#validate',
  'POST /api/tinproof/sandbox-token': '#createSandboxToken',
  'GET /api/tinproof/countries': '#listCountries',
  'GET /api/tinproof/registers': '#listRegisters',
  'GET /api/health': '#readHealth',
}

export function code(text: string): Html {
  const href = links[text]
  return href ? html`<a href="${escapeHtml(href)}">${codeOf(text)}</a>` : codeOf(text)
}

export function inlineMarkdown(text: string): Html {
  const pieces = text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/)
  return joinHtml(pieces.map(inlinePiece), '')
}

function inlinePiece(piece: string): Html {
  if (piece.startsWith('`')) return code(piece.slice(1, -1))
  const [, words, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece) ?? []
  return words && href ? html`<a href="${escapeHtml(href)}">${inlineMarkdown(words)}</a>` : escapeHtml(piece)
}

export function markdown(text: string): Html {
  const blocks = text.split('\n\n').map((block) => {
    const items = block.split('\n')
    if (!items.every((item) => item.startsWith('- '))) return html`<p>${inlineMarkdown(block)}</p>`
    return html`<ul>${items.map((item) => html`<li>${inlineMarkdown(item.slice(2))}</li>`)}</ul>`
  })
  return html`${blocks}`
}

type Level = 2 | 3 | 4

/** `title` is Markdown. */
export const heading = (level: Level, id: string, title: string): Html => {
  const tag = trusted(`h${level}`)
  return html`<${tag} id="${escapeHtml(id)}"><a href="#${escapeHtml(id)}">${inlineMarkdown(title)}</a></${tag}>`
}

type Row = { id?: string; cells: readonly Html[] }

/** A table with row headers in its first column. Wide tables scroll horizontally. */
export function table(name: string, columns: readonly string[], rows: readonly Row[], isWide = false): Html {
  const head = columns.map((column) => html`<th scope="col">${escapeHtml(column)}</th>`)
  const body = rows.map(({ id, cells: [first = empty, ...rest] }) => {
    const anchor = id === undefined ? empty : html` id="${escapeHtml(id)}"`
    return html`<tr${anchor}><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`
  })
  const room = isWide
    ? html`<div class="table wide" role="region" aria-label="${escapeHtml(name)}" tabindex="0">`
    : html`<div class="table">`
  return html`${room}
<table>
<caption>${escapeHtml(name)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody>
</table>
</div>`
}

export const block = (title: string, content: Html): Html =>
  html`<figure class="code"><figcaption>${inlineMarkdown(title)}</figcaption><pre tabindex="0"><code>${content}</code></pre></figure>`
