import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pagesAnswer, pagesRedirects } from '#tests/dev/pages-answer.ts'
import { pagesHeaders } from '#tests/dev/pages-headers.ts'
import { screenPaths } from '#web/paths.ts'
import { inlineMarkdown, markdown } from '#worker/docs/site/markdown.ts'
import { countries } from '#worker/tin/index.ts'
import { all, docs, files, ids, listed, origin, pages, text, unescaped } from './docs-files.ts'

const root = join(import.meta.dirname, '../..')
const isScreen = pagesRedirects(screenPaths.map((path) => `${path} / 200`).join('\n'))

/** What is wrong on each page, without the pages where nothing is. */
const faults = (check: (html: string, file: string) => unknown[], of = pages) =>
  Object.fromEntries(
    of.map((file) => [file, check(text(file), file)] as const).filter(([, found]) => found.length > 0),
  )

describe('every page', () => {
  it('has one h1, and skips no heading level', () => {
    const check = (html: string) => {
      const levels = all(/<h([1-6])[ >]/g, html).map(Number)
      const skipped = levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)
      return levels.filter((level) => level === 1).length === 1 ? skipped : ['h1']
    }
    expect(pages.length).toBeGreaterThan(200)
    expect(faults(check)).toEqual({})
  })

  it('has a title of at most 60 characters and a description of its own', () => {
    const titles = listed.map((file) => unescaped(all(/<title>([^<]+)<\/title>/g, text(file)).join()))
    expect(titles.filter((title) => title.length > 60 || title === '')).toEqual([])
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
    const descriptions = listed.map((file) => all(/name="description" content="([^"]+)"/g, text(file)).join())
    expect(descriptions.filter((words) => words.length < 50)).toEqual([])
    expect(descriptions.filter((words, index) => descriptions.indexOf(words) !== index)).toEqual([])
  })

  it('has unique IDs, and links to pages and sections that exist', () => {
    const check = (html: string, file: string) => {
      const found = all(/ id="([^"]+)"/g, html)
      const links = all(/(?:href|src)="([^"]+)"/g, html).filter((link) => !isElsewhere.test(link))
      const broken = links.filter((link) => {
        const [path = '', id] = link.replace(origin, '').split('#')
        const answer = path === '' ? { file } : pagesAnswer(path, (name) => name in files)
        if (isDashboard(path.replace(/\?.*/, '')) || path.startsWith('mailto:')) return false
        return (
          !('file' in answer) ||
          (path !== '/docs/404' && answer.file === 'docs/404.html' && file !== answer.file) ||
          (id !== undefined && !ids.get(answer.file)?.has(id))
        )
      })
      return [...found.filter((id, index) => found.indexOf(id) !== index), ...broken]
    }
    expect(faults(check)).toEqual({})
  })

  it('has text in every cell, and no placeholder without a value', () => {
    expect(
      faults((html) => html.match(/<(t[dh]|d[td])[^>]*><\/\1>|\{\{|\[object|`undefined`/g) ?? []),
    ).toEqual({})
  })

  it('has a name of its own for each table', () => {
    const check = (html: string) => {
      const names = all(/role="region" aria-label="([^"]+)"/g, html)
      return names.filter((name, index) => names.indexOf(name) !== index)
    }
    expect(faults(check)).toEqual({})
  })

  it('runs no inline script except the one that shows the theme, and has no inline style, which the Content-Security-Policy blocks', () => {
    const check = (html: string) =>
      html
        .replace('<script>showTheme()</script>', '')
        .match(/<script(?! type="(?:module" src="\/|application\/ld\+json"))|<style| style=| on\w+="/gi) ?? []
    expect(faults(check)).toEqual({})
    const headersFor = pagesHeaders(readFileSync(join(root, 'web/public/_headers'), 'utf8'))
    const policy = headersFor('/docs/countries/de').get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+';/)
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/unsafe|https:/)
    expect(headersFor('/auth').get('content-security-policy')).toContain('paddle')
  })

  it('has structured data that is JSON', () => {
    const data = listed.flatMap((file) =>
      all(/<script type="application\/ld\+json">(.*?)<\/script>/g, text(file)),
    )
    expect(data.length).toBe(countries.length)
    for (const json of data) expect(JSON.parse(json)).toMatchObject({ '@type': 'TechArticle' })
  })

  it('has a Markdown form with the same headings', () => {
    const check = (html: string, file: string) => {
      const markdown = text(file.replace(/\.html$/, '.md')).replaceAll(/^```.*?^```$/gms, '')
      const expected = all(/<h[1-3][^>]*>(?:<a [^>]*>)?(.*?)(?:<\/a>)?<\/h[1-3]>/gs, html)
      const found = all(/^#{1,3} (.+)$/gm, markdown).map((title) => String(inlineMarkdown(title)))
      return expected.join('\n') === found.join('\n') ? [] : [expected, found]
    }
    expect(faults(check, docs)).toEqual({})
    expect(text('docs/index.md')).not.toMatch(/\]\(\/|<div|<dl/)
  })
})

/** Built by Vite, or the law. */
const isElsewhere =
  /^(\/assets|https:\/\/((eur-lex|ec)\.europa\.eu|www\.gov\.uk|www\.rfc-editor\.org|vatstack\.com|docs\.apilayer\.com|docs\.stripe\.com))\//

const isDashboard = (path: string) =>
  isScreen(path) !== undefined || /^\/(status\.(json|rss)|favicon\.svg|apple-touch-icon\.png)$/.test(path)

const repositoryFiles = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const readText = (file: string) => readFileSync(join(root, file), 'utf8')

describe('links outside of the docs', () => {
  it('in READMEs lead to files and headings that exist', () => {
    const readmes = repositoryFiles.filter((file) => /\.md$/.test(file) && !file.startsWith('worker/docs/'))
    const anchors = (file: string) => [...String(markdown(readText(file))).matchAll(/<h\d id="([^"]+)"/g)]
    const broken = readmes.flatMap((file) =>
      all(/\]\(([^)\s]+)\)/g, readText(file).replaceAll(/^```.*?^```$/gms, '')).flatMap((link) => {
        const [path = '', id] = link.split('#')
        if (/^(https?:|mailto:)/.test(path)) return []
        const target = path === '' ? file : relative(root, join(root, dirname(file), path))
        const exists = repositoryFiles.some((each) => each === target || each.startsWith(`${target}/`))
        const hasId = id === undefined || anchors(target).some(([, anchor]) => anchor === id)
        return exists && hasId ? [] : [`${file}: ${link}`]
      }),
    )
    expect(readmes.length).toBeGreaterThan(10)
    expect(broken).toEqual([])
  })

  it('in emails, responses and screens lead to screens, pages and sections that exist', () => {
    const sources = repositoryFiles.filter((file) => /^(worker\/(?!npm-client\/)|web\/).*\.tsx?$/.test(file))
    const links = sources.flatMap((file) => {
      const found = all(/(?:APP_ORIGIN|\borigin)\}(\/[^`'"\s)]*)/g, readText(file))
      found.push(...all(/new URL\('(\/[^']*)', [\w.]*APP_ORIGIN/g, readText(file)))
      found.push(...all(/organizationLink\((?:tx\.)?ctx,[^'`]*['`](\/[^'`]*)/g, readText(file)))
      if (file.startsWith('web/')) found.push(...all(/['"`](\/docs\/[^`'"\s$]*)/g, readText(file)))
      return found.map((link) => ({ file, link }))
    })
    const broken = links.filter(({ link }) => {
      const [path = '', id] = link.replaceAll(/\$\{[^}]*\}?/g, 'x').split(/\?[^#]*|#/)
      if (/^\/(api|\.well-known|auth\/google)\//.test(path) || isDashboard(path)) return false
      const answer = pagesAnswer(path, (name) => name in files)
      return (
        !('file' in answer) || answer.status === 404 || (id !== undefined && !ids.get(answer.file)?.has(id))
      )
    })
    expect(links.length).toBeGreaterThan(25)
    expect(broken).toEqual([])
  })
})

describe('the status page', () => {
  it('is a file with its own small script, and loads without the API', () => {
    const page = text('status.html')
    expect(page).toContain('<script type="module" src="/assets/status.js"></script>')
    expect(page).not.toContain('/assets/main.js')
    expect(page).toContain('data-days="90"')
    expect(page).toContain('href="/status.rss"')
    expect(page).toContain(`href="${origin}/status.rss"`)
    const policy = pagesHeaders(readFileSync(join(root, 'web/public/_headers'), 'utf8'))('/status')
    expect(policy.get('content-security-policy')).toMatch(/^default-src 'none'.*connect-src 'self';/)
    expect(policy.get('content-security-policy')).not.toMatch(/unsafe|https:/)
  })
})

describe('the files for crawlers and agents', () => {
  const paths = docs.map((file) => `/${file.replace(/(?:index)?\.html$/, '')}`)

  it('list every page', () => {
    expect(all(/<loc>(.+?)<\/loc>/g, text('sitemap.xml')).sort()).toEqual(
      ['/products', '/status', '/terms', '/privacy', '/dpa', ...paths].map((path) => origin + path).sort(),
    )
    const linked = all(/\]\((https:[^)]+\.md)\)/g, text('llms.txt'))
    expect(linked.length).toBe(paths.length)
    expect(linked.filter((link) => !(link.slice(origin.length + 1) in files))).toEqual([])
    for (const file of docs) expect(text('llms-full.txt')).toContain(text(file.replace('.html', '.md')))
    expect(text('robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`)
  })

  it('say where to report a vulnerability, for another year', () => {
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text('.well-known/security.txt')) ?? []
    expect(text('.well-known/security.txt')).toContain('Contact: mailto:help@docs.example\n')
    const days = (Date.parse(expires) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThanOrEqual(365)
  })

  it('name the origin of the installation everywhere', () => {
    const foreign = Object.keys(files).filter((file) => text(file).includes('app.tinproof.example'))
    expect(foreign).toEqual([])
    expect(text('docs/countries/de.html')).toContain(
      `<link rel="canonical" href="${origin}/docs/countries/de">`,
    )
    expect(JSON.parse(text('openapi.json'))).toMatchObject({ servers: [{ url: origin }] })
    expect(text('openapi.json')).not.toContain('](/')
  })
})

describe('the paths of Cloudflare Pages', () => {
  const known = { ...files, 'index.html': '', '404.html': '', 'og.png': '' }
  const redirects = pagesRedirects('# comment\n/tokens / 200\n/batches/* / 200\n')
  const answer = (path: string) => pagesAnswer(path, (file) => file in known, redirects)

  it.each([
    ['/', { status: 200, file: 'index.html' }],
    ['/index.html', { location: '/' }],
    ['/terms', { status: 200, file: 'terms.html' }],
    ['/og.png', { status: 200, file: 'og.png' }],
    ['/tokens', { status: 200, file: 'index.html' }],
    ['/batches/bat_1', { status: 200, file: 'index.html' }],
    ['/tokens/x', { status: 404, file: '404.html' }],
    ['/favicon.ico', { status: 404, file: '404.html' }],
    ['/docs/', { status: 200, file: 'docs/index.html' }],
    ['/docs', { location: '/docs/' }],
    ['/docs/index.html', { location: '/docs/' }],
    ['/docs/countries/de', { status: 200, file: 'docs/countries/de.html' }],
    ['/docs/countries/de/', { location: '/docs/countries/de' }],
    ['/docs/countries/de.html', { location: '/docs/countries/de' }],
    ['/docs/countries/de.md', { status: 200, file: 'docs/countries/de.md' }],
    ['/docs/countries/qq', { status: 404, file: 'docs/404.html' }],
    ['/docs/countries/DE', { status: 404, file: 'docs/404.html' }],
    ['/docs/../wrangler.toml', { status: 404, file: 'docs/404.html' }],
  ])('answer %s', (path, expected) => {
    expect(answer(path)).toEqual(expected)
  })
})
