const places = [
  { begins: '@theme {', under: '' },
  {
    begins: '@media screen and (prefers-color-scheme: dark) {',
    under: '@media screen and (prefers-color-scheme: dark)',
  },
  { begins: '@media (prefers-contrast: more) {', under: '@media (prefers-contrast: more)' },
]

function blockAfter(styles: string, begins: string): string {
  const start = styles.indexOf(begins)
  if (start < 0) throw new Error(`web/styles.css has no "${begins}"`)
  let depth = 1
  let end = start + begins.length
  for (; depth > 0 && end < styles.length; end++) {
    if (styles[end] === '{') depth++
    else if (styles[end] === '}') depth--
  }
  return styles.slice(start + begins.length, end - 1)
}

const declared = /^\s*(--[\w-]+):\s*([^;]+);/gm
const used = /var\((--[\w-]+)/g

const namesIn = (text: string) => new Set([...text.matchAll(used)].map(([, name = '']) => name))

/** Throws if the product's stylesheet doesn't declare a token. */
export function designTokensFor(styles: string, product: string): string {
  const blocks = places.map(({ begins, under }) => ({
    under,
    tokens: [...blockAfter(product, begins).matchAll(declared)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  }))
  const all = blocks.flatMap(({ tokens }) => tokens)
  const named = namesIn(styles)
  const referred = all.flatMap(([name, value]) => (named.has(name) ? [...namesIn(value)] : []))
  const wanted = new Set([...named, ...referred])
  const known = new Set(all.map(([name]) => name))
  const missing = [...wanted].filter((name) => !known.has(name))
  if (missing.length > 0) throw new Error(`web/styles.css has no ${missing.join(', ')}`)
  return blocks
    .map(({ under, tokens }) => {
      const lines = tokens.filter(([name]) => wanted.has(name)).map(([name, value]) => `  ${name}: ${value};`)
      const rule = `:root {\n${lines.join('\n')}\n}`
      return under === '' ? rule : `${under} {\n${rule.replaceAll(/^/gm, '  ')}\n}`
    })
    .join('\n\n')
}
