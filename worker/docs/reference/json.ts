import { escapeHtml, type Html, html, joinHtml } from './html.ts'

const WIDTH = 68

/** Keeps values that fit on one line on one line. */
export function printJson(value: unknown, indent = ''): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((item) => printJson(item, deeper))
    : Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${printJson(part, deeper)}`)
  return `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${onOneLine(part)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

export function highlightJson(value: unknown): Html {
  const pieces = printJson(value).split(/("(?:[^"\\]|\\.)*"(?:: )?|\b(?:true|false|null)\b|-?\b\d[\d.]*\b)/)
  const marked = pieces.map((piece, index) =>
    index % 2 === 0
      ? escapeHtml(piece)
      : html`<span class="${escapeHtml(kindOf(piece))}">${escapeHtml(piece)}</span>`,
  )
  return joinHtml(marked, '')
}

function kindOf(piece: string): string {
  if (piece.endsWith(': ')) return 'key'
  return piece.startsWith('"') ? 'text' : 'value'
}
