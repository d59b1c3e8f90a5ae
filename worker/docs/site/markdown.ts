import { Marked, type Tokens } from 'marked'
import { codeBlock } from './code-block.ts'
import { code, escapeHtml, type Html, html, table, trusted } from './html.ts'

/** Anchors are made like GitHub's. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')

/** The ID of the last heading, so that each table of a page has a name of its own. */
let section = ''

export const startPage = () => {
  section = ''
}

export const headingOf = (level: number, id: string, title: Html): Html => {
  section = id
  const tag = trusted(`h${level}`)
  return html`<${tag} id="${escapeHtml(id)}"><a href="#${escapeHtml(id)}">${title}</a></${tag}>`
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return headingOf(depth, slugOf(text.replaceAll('`', '')), trusted(this.parser.parseInline(tokens)))
    },
    /** The words after the language are the title. */
    code({ text, lang = '' }) {
      const [language = '', ...title] = lang.split(' ')
      return codeBlock({ language, text, ...(title.length > 0 && { title: title.join(' ') }) })
    },
    codespan: ({ text }) => code(text),
    table({ header, rows }) {
      const cell = ({ tokens }: Tokens.TableCell) => trusted(this.parser.parseInline(tokens))
      const columns = header.map(({ text }) => text.replaceAll('`', '')).join(', ')
      return table(
        section ? `${section.replaceAll('-', ' ')}: ${columns}` : columns,
        header.map(cell),
        rows.map((cells) => ({ cells: cells.map(cell) })),
      )
    },
    // No page contains HTML: what looks like a tag is text.
    html: ({ text }) => escapeHtml(text),
  },
})

/** Cast: without async extensions, marked returns strings. */
const rendered = (result: string | Promise<string>): Html => trusted((result as string).trim())

export const markdown = (text: string): Html => rendered(marked.parse(text))

export const inlineMarkdown = (text: string): Html => rendered(marked.parseInline(text))
