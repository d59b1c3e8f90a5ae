import { escaped, type Html, html, joined } from './html.ts'

const WIDTH = 68

/** JSON as people write it: what fits on a line stands on one. */
export function printed(value: unknown, indent = ''): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => printed(item, deeper))
    : Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${printed(part, deeper)}`)
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${onOneLine(part)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** JSON with its keys and values told apart by colour. */
export function coloured(value: unknown): Html {
  const pieces = printed(value).split(/("(?:[^"\\]|\\.)*"(?:: )?|\b(?:true|false|null)\b|-?\b\d[\d.]*\b)/)
  const marked = pieces.map((piece, index) =>
    index % 2 === 0 ? escaped(piece) : html`<span class="${escaped(kindOf(piece))}">${escaped(piece)}</span>`,
  )
  return joined(marked, '')
}

function kindOf(piece: string): string {
  if (piece.endsWith(': ')) return 'key'
  return piece.startsWith('"') ? 'text' : 'value'
}
