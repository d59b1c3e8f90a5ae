export type Syntax = {
  object: readonly [string, string]
  list: readonly [string, string]
  key: (name: string) => string
  words: Readonly<Record<string, string>>
  text: (value: string) => string
  indent: string
  padding: string
}

export function literalOf(value: unknown, syntax: Syntax, indent = ''): string {
  const deeper = indent + syntax.indent
  if (typeof value === 'string') return syntax.text(value)
  if (typeof value !== 'object' || value === null) {
    const json = JSON.stringify(value)
    return syntax.words[json] ?? json
  }
  const [open, close] = Array.isArray(value) ? syntax.list : syntax.object
  const partsAt = (place: string) =>
    Array.isArray(value)
      ? value.map((item) => literalOf(item, syntax, place))
      : Object.entries(value).map(([key, part]) => `${syntax.key(key)}${literalOf(part, syntax, place)}`)
  const padding = Array.isArray(value) ? '' : syntax.padding
  const flat = `${open}${padding}${partsAt(indent).join(', ')}${padding}${close}`
  if (flat.length + indent.length <= 72 && !flat.includes('\n')) return flat
  const lines = partsAt(deeper).map((part) => `${deeper}${part},`)
  return `${open}\n${lines.join('\n')}\n${indent}${close}`
}

export const singleQuoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export const indented = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line) => `${indent}${line}`)
    .join('\n')
