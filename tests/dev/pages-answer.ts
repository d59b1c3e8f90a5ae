type PagesAnswer = { status: 200 | 404; file: string } | { location: string }

/**
 * What Cloudflare Pages answers for a path below a folder with a 404.html: `/a/b` is a/b.html, `/a/` is a/index.html, and
 * every other form redirects to these. Source: developers.cloudflare.com/pages/configuration/serving-pages
 */
export function pagesAnswer(path: string, exists: (file: string) => boolean): PagesAnswer {
  const plain = path.replace(/\/(?:index(?:\.html)?)?$/, '').replace(/\.html$/, '')
  const name = plain.slice(1)
  if (exists(`${name}/index.html`)) {
    return path === `${plain}/` ? { status: 200, file: `${name}/index.html` } : { location: `${plain}/` }
  }
  if (exists(`${name}.html`)) {
    return path === plain ? { status: 200, file: `${name}.html` } : { location: plain }
  }
  const file = path.slice(1)
  return exists(file) ? { status: 200, file } : { status: 404, file: 'docs/404.html' }
}
