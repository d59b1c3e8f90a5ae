/**
 * Parses a `_headers` file of Cloudflare Pages, with `*` and `! Name`, which removes a header.
 * Source: developers.cloudflare.com/pages/configuration/headers
 */
export function pagesHeaders(file: string): (url: string) => Map<string, string> {
  const rules: { matches: RegExp; changes: [name: string, value: string | null][] }[] = []
  for (const line of file.split('\n')) {
    const content = line.trim()
    if (content === '' || content.startsWith('#')) continue
    if (!/^\s/.test(line)) {
      const pattern = content.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
      rules.push({ matches: new RegExp(`^${pattern}$`), changes: [] })
    } else if (content.startsWith('!')) {
      rules.at(-1)?.changes.push([content.slice(1).trim().toLowerCase(), null])
    } else {
      const colon = content.indexOf(':')
      rules
        .at(-1)
        ?.changes.push([content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()])
    }
  }
  return (url) => {
    const path = url.split('?')[0] ?? '/'
    const headers = new Map<string, string>()
    for (const { matches, changes } of rules) {
      if (!matches.test(path)) continue
      for (const [name, value] of changes) {
        const before = headers.get(name)
        if (value === null) headers.delete(name)
        else headers.set(name, before === undefined ? value : `${before}, ${value}`)
      }
    }
    return headers
  }
}
