type PagesAnswer = { status: 200 | 404; file: string } | { location: string }

/** Parses rules like `/path / 200` of a `_redirects` file: these paths answer with the file of another. */
export function pagesRedirects(file: string): (path: string) => string | undefined {
  const rules = file.split('\n').flatMap((line) => {
    const [from = '', to = '', status] = line.split('#')[0]?.trim().split(/\s+/) ?? []
    if (status !== '200') return []
    const pattern = from.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
    return [{ matches: new RegExp(`^${pattern}$`), to }]
  })
  return (path) => rules.find(({ matches }) => matches.test(path))?.to
}

/**
 * What Cloudflare Pages answers for a path if there is a 404.html: `/a/b` is a/b.html, `/a/` is a/index.html, and every
 * other form redirects to these. An unknown path gets the 404.html of the nearest folder.
 * Source: developers.cloudflare.com/pages/configuration/serving-pages
 */
export function pagesAnswer(
  path: string,
  exists: (file: string) => boolean,
  redirect: (path: string) => string | undefined = () => undefined,
): PagesAnswer {
  const plain = path.replace(/\/(?:index(?:\.html)?)?$/, '').replace(/\.html$/, '')
  const index = `${plain}/index.html`.slice(1)
  if (exists(index)) {
    return path === `${plain}/` ? { status: 200, file: index } : { location: `${plain}/` }
  }
  const name = plain.slice(1)
  if (exists(`${name}.html`)) {
    return path === plain ? { status: 200, file: `${name}.html` } : { location: plain }
  }
  const file = path.slice(1)
  if (exists(file)) return { status: 200, file }
  const other = redirect(path)
  if (other !== undefined) return pagesAnswer(other, exists)
  return { status: 404, file: path.startsWith('/docs/') ? 'docs/404.html' : '404.html' }
}
