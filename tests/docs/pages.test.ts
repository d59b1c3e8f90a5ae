import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pagesAnswer, pagesRedirects } from '#tests/dev/pages-answer.ts'
import { pagesHeaders } from '#tests/dev/pages-headers.ts'
import { screenPaths } from '#web/paths.ts'
import { GRACE_DAYS } from '#worker/billing/contract.ts'
import { assertCompany, company, shownCompany } from '#worker/docs/legal/company.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { type EndpointId, endpoints, slugOf } from '#worker/docs/openapi/endpoints.ts'
import { exampleAnswers } from '#worker/docs/openapi/examples.ts'
import { answerWarnings } from '#worker/docs/openapi/response-codes.ts'
import { confirmedBy } from '#worker/docs/pages/register-facts.ts'
import { escapeHtml } from '#worker/docs/site/html.ts'
import { inlineMarkdown, markdown } from '#worker/docs/site/markdown.ts'
import { errorDocsPath, publicErrorCodes } from '#worker/errors.ts'
import * as npmClient from '#worker/npm-client/index.ts'
import { recordYears } from '#worker/organizations/contract.ts'
import { proofs } from '#worker/registers/constants.ts'
import { registers } from '#worker/registers/registers.ts'
import { SUPPORT_RETENTION_DAYS } from '#worker/support/contract.ts'
import { countries, validateTin } from '#worker/tin/index.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import { results, resultTexts } from '#worker/validation/constants.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { answerInSandbox } from '#worker/validation/sandbox/answer.ts'
import { responsesOf } from './conformance.ts'
import { files, origin, text } from './docs-files.ts'

const root = join(import.meta.dirname, '../..')
const isScreen = pagesRedirects(screenPaths.map((path) => `${path} / 200`).join('\n'))
const document = openApiDocument()
const pages = Object.keys(files).filter((file) => file.endsWith('.html'))
const listed = pages.filter((file) => file !== 'docs/404.html')
const docs = listed.filter((file) => file.startsWith('docs/'))

const all = (pattern: RegExp, content: string) =>
  [...content.matchAll(pattern)].map(([, found = '']) => found)
const unescaped = (content: string) =>
  content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
const ids = new Map(pages.map((file) => [file, new Set(all(/ id="([^"]+)"/g, text(file)))]))
const reference = listed
  .filter((file) => file.startsWith('docs/reference/'))
  .map(text)
  .join('\n')

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

describe('the reference', () => {
  it('describes every field, header and call of the OpenAPI document', () => {
    // The guide to webhooks has an example of each event.
    const schemas = Object.entries(document.components.schemas).filter(([name]) => !/.Event$/.test(name))
    const fields = schemas.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]) => ({
        id: `${name}.${field}`,
        words: typeof schema === 'object' ? (schema.description ?? '') : '',
      })),
    )
    expect(fields.length).toBeGreaterThan(100)
    const missing = fields.filter(({ id, words }) => {
      const [first = ''] = words.replace(/^From the (number|register)\. /, '').split('\n\n')
      return !reference.includes(` id="${id}"`) || !reference.includes(inlineMarkdown(first))
    })
    expect(missing).toEqual([])
    for (const path of Object.keys(document.paths)) expect(reference).toContain(`<code>${path}</code>`)
    for (const { description } of Object.values(document.components.headers))
      expect(reference).toContain(inlineMarkdown(description))
  })

  it('marks query parameters that are required, and lists the values of each', () => {
    const page = text('docs/reference/import-monitors.md')
    expect(page).toMatch(
      /- `every` \(string, required\): How often to check .+ One of `day`, `week`, `month`\./,
    )
    expect(page).toContain('- `tinColumn` (string): ')
  })

  it('says which status each success has, and which headers of its own', () => {
    const missing = (Object.keys(endpoints) as EndpointId[]).flatMap((call) => {
      const page = text(`docs/reference/${slugOf(call)}.md`)
      return Object.entries(responsesOf(document, call)).flatMap(([status, { description }]) =>
        Number(status) < 400 && !page.includes(`- **${status}:** ${description}`)
          ? [`${call} ${status}`]
          : [],
      )
    })
    expect(missing).toEqual([])
    expect(text('docs/reference/create-batch.md')).toContain('Headers: `Location`, `Retry-After`, `Idemp')
    expect(text('docs/reference/delete-batch.md')).toContain('deleted. The response has no body.')
  })

  it('links to the page of every error that a call can return', () => {
    const errors = (Object.keys(endpoints) as EndpointId[]).flatMap((call) =>
      Object.entries(responsesOf(document, call)).flatMap(([status, { content }]) =>
        Number(status) < 400
          ? []
          : Object.keys(content?.['application/json'].examples ?? {}).map((code) => ({ call, code })),
      ),
    )
    const overview = text('docs/reference/index.md')
    const missing = errors.filter(({ call, code }) => {
      const page = text(`docs/reference/${slugOf(call)}.md`)
      const pages = page.includes('reference/index.md#errors') ? `${page}${overview}` : page
      return code !== 'down' && !pages.includes(`/docs/errors/${code}.md`)
    })
    expect(errors.length).toBeGreaterThan(300)
    expect(missing).toEqual([])
    expect(text('docs/reference/get-monitor.md')).not.toContain('TOKEN_EXPIRED')
  })
})

describe('the samples of calls', () => {
  const samples = Object.keys(files)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => all(/```python\n(.*?)```/gs, text(file)))
    .filter((code) => code.includes('Request('))
  const callOf = (code: string) => {
    const [, path = ''] = /"https:\/\/[^/]+(\/[^"?]*)/.exec(code) ?? []
    const method = /method="(\w+)"/.exec(code)?.[1]?.toLowerCase() ?? 'get'
    return Object.values(endpoints).find(
      (endpoint) =>
        endpoint.method === method &&
        new RegExp(`^${endpoint.path.replaceAll(/{\w+}/g, '[^/]+')}$`).test(path),
    )
  }
  const answerTo = (code: string) => {
    const [id] = Object.entries(endpoints).find(([, endpoint]) => endpoint === callOf(code)) ?? []
    if (!id) return undefined
    const [success] = Object.entries(responsesOf(document, id as EndpointId))
      .filter(([status]) => status.startsWith('2'))
      .map(([, response]) => response)
    const schema = success?.content?.['application/json']?.schema
    const name = schema?.$ref?.split('/').at(-1) ?? ''
    return { hasJson: schema !== undefined, schema: document.components.schemas[name] ?? schema }
  }

  it('read JSON only if the call returns it, and print only what it contains', () => {
    const known = samples.flatMap((code) => {
      const answer = answerTo(code)
      return answer ? [{ code, ...answer }] : []
    })
    expect(known.length).toBeGreaterThan(25)
    const wrong = known.filter(({ code, hasJson, schema }) => {
      const printed = /print\(answer(.*)\)/.exec(code)?.[1] ?? ''
      const isMissing = printed !== '' && !(printed.slice(2, -2) in (schema?.properties ?? {}))
      return code.includes('json.load(') !== hasJson || isMissing
    })
    expect(wrong.map(({ code }) => code)).toEqual([])
  })

  it('have the result in the sandbox that their name says', () => {
    const caller = { canUseRegisters: true, vatNumber: null, monthlyLimit: 100 }
    const options = text('docs/reference/validate.html').matchAll(/<option value="({[^"]+)">([^<]+)</g)
    const results = [...options].map(([, body = '', summary]) => {
      const input = validateSchema.parse(JSON.parse(unescaped(body)))
      const { answer } = answerInSandbox(input, caller, { requestId: '', now: new Date() })
      return [summary, answer instanceof Error ? answer.code : answer.result]
    })
    const examples = Object.values(exampleAnswers)
    expect(results).toEqual(examples.map(({ summary, value }) => [summary, value.result]))
  })
})

it('lists each result with the sentence of the screens, and what to do', () => {
  for (const result of results) {
    const { sentence, advice } = resultTexts[result]
    expect(text('docs/guides/confidence.md')).toContain(`| \`${result}\` | ${sentence} | ${advice} |`)
  }
})

describe('the error pages', () => {
  it('exist for every code that API callers can get', () => {
    const codes = [...publicErrorCodes, ...Object.keys(answerErrors)]
    const missing = codes.filter((code) => !(`docs/errors/${code}.html` in files))
    expect(missing).toEqual([])
    for (const code of publicErrorCodes) {
      expect(`${errorDocsPath(code)?.slice(1)}.html` in files, code).toBe(true)
      expect(unescaped(text(`docs/errors/${code}.html`).replaceAll(/<[^>]+>/g, ''))).toContain(
        `"code": "${code}"`,
      )
    }
    for (const code of [...codes, ...Object.keys(answerWarnings)])
      expect(text('docs/errors/index.md')).toContain(code)
  })
})

describe('the country pages', () => {
  it('exist for every country and describe every type, except that none is issued', () => {
    const missing = countries.flatMap(({ code, identifiers }) => {
      const file = `docs/countries/${code.toLowerCase()}.html`
      return identifiers.filter(({ id }) => !ids.get(file)?.has(id)).map(({ id }) => id)
    })
    expect(missing).toEqual(['BM.NONE', 'KY.NONE', 'MS.NONE', 'VG.NONE'])
  })

  it('write names of countries with their article, the result without tax IDs, and every length', () => {
    expect(text('docs/countries/nl.md')).toContain('# Tax IDs in the Netherlands\n')
    expect(text('docs/countries/ky.md')).toContain(
      "The Cayman Islands doesn't issue tax IDs. The `result` of",
    )
    expect(text('docs/countries/ch.md')).toContain('- **Length:** 15 or 16 characters\n')
    expect(text('docs/countries/ch.md')).toContain('- **January 1, 2014:** Six-digit VAT numbers expired.')
  })

  it('give only valid examples', () => {
    const invalid = countries.flatMap(({ code, identifiers }) => {
      const bodies = all(/<option value="(\{[^"]+)"/g, text(`docs/countries/${code.toLowerCase()}.html`))
      const single = all(/<textarea[^>]*>([^<]+)</g, text(`docs/countries/${code.toLowerCase()}.html`))
      const issued = identifiers.length > 0
      return [...bodies, ...(issued ? single : [])].filter((body) => {
        const { countryCode, tin, type } = JSON.parse(unescaped(body)) as Record<string, string>
        return countryCode !== code || !validateTin(code, tin ?? '', type ? { type } : {}).valid
      })
    })
    expect(invalid).toEqual([])
  })

  it('say of every register what it confirms', () => {
    const folder = join(root, 'worker/registers')
    for (const register of registers) {
      const file = register.id === 'sirene' ? 'insee' : register.id
      const client = readFileSync(join(folder, `${file}.ts`), 'utf8')
      const confirmed = proofs.filter((proof) => client.includes(`'${proof}'`))
      expect([file, confirmedBy(register)]).toEqual([file, confirmed])
    }
  })

  it.each([
    ['no', ['business registration', 'VAT or sales tax registration']],
    ['fr', ['VAT or sales tax registration', 'business registration', 'business registration']],
    ['au', ['VAT or sales tax registration, or business registration']],
  ])('say of each type in %s what its register confirms', (country, confirmed) => {
    const said = all(/Confirms ((?!customs)[^.]+)\./g, text(`docs/countries/${country}.md`))
    expect(said).toEqual(confirmed)
  })
})

describe('the reference of the client', () => {
  const reference = text('docs/reference/client.md')
  const client = new npmClient.Tinproof({ token: 'tp_live_1' })

  it('lists each method with what it does, and each class of errors', () => {
    const methodsOf = (of: object) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(of)).filter((name) => name !== 'constructor')
    const methods = [client, ...Object.values(client)].flatMap(methodsOf)
    const rows = all(/^\| `(\w+)\(.*\)` \| .+\. \|$/gm, reference)
    expect(rows.sort()).toEqual(methods.sort())
    const classes = Object.keys(npmClient).filter((name) => name.endsWith('Error'))
    expect(all(/^\| `(\w+Error)` \| .+ \|$/gm, reference).sort()).toEqual(classes.sort())
  })

  it('lists options with their types, and the options of commands', () => {
    for (const row of [
      '| `maxRetries` | `number` | How often',
      '| `list(filter?: ListRecords)` | Lists records, newest first. Resolves to `RecordList`, iterates over `RecordSummary`.',
      "| `download(id: string, format: 'csv' \\| 'ndjson')` | Returns all results",
      '| `-o`, `--output <file>` | Where',
    ])
      expect(reference).toContain(row)
  })
})

describe('the legal pages', () => {
  it('state what the settings and the code keep', () => {
    for (const words of [
      '<td>45 days</td>',
      '<td>400 days</td>',
      `${recordYears.ENTERPRISE} years on Enterprise`,
      `<td>${SUPPORT_RETENTION_DAYS} days`,
    ])
      expect(text('privacy.html')).toContain(words)
    expect(text('terms.html')).toContain('help@docs.example')
    expect(text('terms.html')).toContain(`you have ${GRACE_DAYS} days to pay`)
  })

  it('show each fact about the company, and a deployment needs all of them', () => {
    const legal = ['terms', 'privacy', 'dpa'].map((page) => text(`${page}.html`)).join()
    for (const fact of Object.values(shownCompany())) expect(legal).toContain(escapeHtml(fact))
    const filled = Object.fromEntries(Object.keys(company).map((name) => [name, 'x'])) as typeof company
    const [domain, example] = ['https://app.tinproof.io', 'https://app.tinproof.example']
    expect(() => assertCompany(domain, { ...filled, courts: ' ' })).toThrow('company.ts lacks courts')
    expect(() => assertCompany(example, { ...filled, courts: '' })).not.toThrow()
    expect(() => assertCompany(domain, filled)).not.toThrow()
  })

  it('name each service that receives data', () => {
    const clients = readdirSync(join(root, 'worker/services')).map((file) => file.split(/[-.]/)[0])
    const names = {
      google: 'Google',
      hubspot: 'HubSpot',
      paddle: 'Paddle',
      recaptcha: 'reCAPTCHA',
      resend: 'Resend',
      redis: 'Upstash',
      webhook: 'Your own servers',
    }
    expect([...new Set(clients)].sort()).toEqual(Object.keys(names).sort())
    for (const name of Object.values(names)) expect(text('privacy.html')).toContain(name)
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
