const WIDTH = 68

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

type Piece = { at: number; text: string; kind?: 'attr' | 'string' | 'literal' }

export function jsonPieces(json: string): Piece[] {
  const pieces = json.split(
    /("(?:[^"\\]|\\.)*"(?=: )|"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|-?\b\d[\d.]*\b)/,
  )
  let end = 0
  return pieces.map((text, index) => {
    const at = end
    end += text.length
    return index % 2 === 0 ? { at, text } : { at, text, kind: kindOf(text, pieces[index + 1]) }
  })
}

function kindOf(text: string, next = ''): 'attr' | 'string' | 'literal' {
  if (!text.startsWith('"')) return 'literal'
  return next.startsWith(': ') ? 'attr' : 'string'
}
