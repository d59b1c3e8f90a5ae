// Prints every text that a person reads, by area and file, as one Markdown page: npm run texts > texts.md
// npm run texts -- web/dashboard prints one folder. An expression inside a text is printed as {…}.
import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

const PAGES = [
  'web/**/*.{ts,tsx,html}',
  'worker/**/*.ts',
  'worker/docs/{calls,{guides,errors,fields}/*}.md',
  '**/README.md',
  'wrangler.toml',
]
const HIDDEN = /node_modules|worker\/tin\/(countries|data)|common-passwords|\.test\.ts$/

/** Attributes of JSX that hold no text. */
const TECHNICAL = new Set([
  'className',
  'id',
  'htmlFor',
  'to',
  'href',
  'src',
  'type',
  'name',
  'key',
  'd',
  'viewBox',
  'rel',
])

/** Whether a string literal reads like a text: words with a space between them, or one capitalized word. */
function isText(value: string): boolean {
  const text = value.trim()
  if (!/[a-z]/.test(text) || /^[a-z0-9_.:/@#*-]+$/.test(text)) return false
  if (!/\s/.test(text)) return /^[A-Z][a-z]{2,}[.:?!…]?$/.test(text)
  // Class lists, SQL, media queries and headers have no capital at the start or an unusual character.
  return /^[A-Z"“{(]/.test(text) ? !/[{;}]\s*$|^[A-Z-]+ \//.test(text) : /^[a-z]+ [a-z' ,]+[a-z.]$/.test(text)
}

/** The text of an element with its inline children: `<p>Ends <b>{day}</b>.</p>` is "Ends {…}.". Adds the inline ones to `inlined`. */
function joined(children: ESTree.JSXChild[], inlined: Set<ESTree.JSXElement>): string {
  return children
    .map((child) => {
      if (child.type === 'JSXText') return child.value.replaceAll(/\s*\n\s*/g, ' ')
      if (child.type === 'JSXElement') {
        inlined.add(child)
        return joined(child.children, inlined)
      }
      if (child.type !== 'JSXExpressionContainer' || child.expression.type === 'JSXEmptyExpression') return ''
      return child.expression.type === 'Literal' ? String(child.expression.value) : '{…}'
    })
    .join('')
}

/** Texts of one TypeScript file, in their order, each once. */
function textsOf(path: string, source: string): string[] {
  const found: { at: number; text: string }[] = []
  const inlined = new Set<ESTree.JSXElement>()
  const skipped: [start: number, end: number][] = []
  const keep = (at: number, text: string, certain = false) => {
    const plain = text.replaceAll(/\s+/g, ' ').trim()
    if (certain ? /[A-Za-z]/.test(plain) : isText(plain)) found.push({ at, text: plain })
  }
  const skip = (node: { start: number; end: number } | null | undefined) =>
    node && skipped.push([node.start, node.end])
  new Visitor({
    ImportDeclaration: skip,
    ExportAllDeclaration: skip,
    ExportNamedDeclaration: (node) => skip(node.source),
    TaggedTemplateExpression: (node) => skip(node.quasi),
    TSLiteralType: skip,
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && TECHNICAL.has(node.name.name)) skip(node.value)
    },
    JSXElement: (node) => {
      const hasText = node.children.some((child) => child.type === 'JSXText' && child.value.trim() !== '')
      if (hasText && !inlined.has(node)) keep(node.start, joined(node.children, inlined), true)
    },
    Literal: (node) => {
      if (typeof node.value === 'string') keep(node.start, node.value)
    },
    TemplateLiteral: (node) => {
      keep(node.start, node.quasis.map((part) => part.value.cooked ?? '').join('{…}'))
    },
  }).visit(parseSync(path, source).program)
  const shown = found.filter(({ at }) => !skipped.some(([start, end]) => at >= start && at < end))
  return [...new Set(shown.sort((a, b) => a.at - b.at).map(({ text }) => text))]
}

const under = process.argv[2] ?? ''
for (const path of globSync(PAGES).sort()) {
  if (HIDDEN.test(path) || !path.startsWith(under)) continue
  const source = readFileSync(path, 'utf8')
  const texts = /\.tsx?$/.test(path) ? textsOf(path, source) : [source]
  if (texts.length > 0) console.log(`\n## ${path}\n${texts.map((text) => `- ${text}`).join('\n')}`)
}
