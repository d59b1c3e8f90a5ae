/** HTML that is safe as it stands. */
export type Html = string & { readonly html: unique symbol }

/** Its author says that it is safe. */
const safe = (text: string) => text as Html

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as HTML shows it. */
export const escaped = (text: string): Html => safe(text.replace(/[&<>"]/g, (char) => entities[char] ?? char))

type Part = Html | readonly Html[]

/** Markup with parts that are HTML already; lists are joined by new lines. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const filled = parts.map((part) => (typeof part === 'string' ? part : part.join('\n')))
  return safe(String.raw({ raw: markup.map((piece) => piece) }, ...filled))
}

/** Nothing. */
export const nothing = safe('')

/** Parts with a text between them. */
export const joined = (parts: readonly Html[], between: string): Html => safe(parts.join(escaped(between)))

/** Code in a line of text, which may break after an underscore or a dot and before a capital. */
const codeOf = (text: string): Html =>
  html`<code>${safe(escaped(text).replaceAll(/[_.](?=\w)|[a-z](?=[A-Z])/g, '$&<wbr>'))}</code>`

/** The sections that tell of a call. */
const links: Readonly<Record<string, string>> = {
  'POST /api/tinproof/validate': '#validate',
  'GET /api/tinproof/countries': '#listCountries',
  'GET /api/tinproof/registers': '#listRegisters',
  'GET /api/health': '#readHealth',
}

/** `code`; a call leads to its section. */
export function code(text: string): Html {
  const href = links[text]
  return href ? html`<a href="${escaped(href)}">${codeOf(text)}</a>` : codeOf(text)
}

/** One line of Markdown: code and links. */
export function inline(text: string): Html {
  const pieces = text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/)
  return joined(pieces.map(inlinePiece), '')
}

function inlinePiece(piece: string): Html {
  if (piece.startsWith('`')) return code(piece.slice(1, -1))
  const [, words, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece) ?? []
  return words && href ? html`<a href="${escaped(href)}">${inline(words)}</a>` : escaped(piece)
}

/** Paragraphs and lists of Markdown. */
export function prose(text: string): Html {
  const blocks = text.split('\n\n').map((block) => {
    const items = block.split('\n')
    if (!items.every((item) => item.startsWith('- '))) return html`<p>${inline(block)}</p>`
    return html`<ul>${items.map((item) => html`<li>${inline(item.slice(2))}</li>`)}</ul>`
  })
  return html`${blocks}`
}

type Level = 2 | 3 | 4

/** A heading that can be linked to, and is its own link. `title` is Markdown. */
export const heading = (level: Level, id: string, title: string): Html => {
  const tag = safe(`h${level}`)
  return html`<${tag} id="${escaped(id)}"><a href="#${escaped(id)}">${inline(title)}</a></${tag}>`
}

type Row = { id?: string; cells: readonly Html[] }

/**
 * A table whose first column names its rows. `name` is for those who do not see it; a wide one scrolls within itself
 * where there is no room.
 */
export function table(name: string, columns: readonly string[], rows: readonly Row[], isWide = false): Html {
  const head = columns.map((column) => html`<th scope="col">${escaped(column)}</th>`)
  const body = rows.map(({ id, cells: [first = nothing, ...rest] }) => {
    const anchor = id === undefined ? nothing : html` id="${escaped(id)}"`
    return html`<tr${anchor}><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`
  })
  const room = isWide
    ? html`<div class="table wide" role="region" aria-label="${escaped(name)}" tabindex="0">`
    : html`<div class="table">`
  return html`${room}
<table>
<caption>${escaped(name)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody>
</table>
</div>`
}

/** A block of code with a line above it. */
export const block = (title: string, content: Html): Html =>
  html`<figure class="code"><figcaption>${inline(title)}</figcaption><pre tabindex="0"><code>${content}</code></pre></figure>`
