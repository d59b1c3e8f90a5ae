import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { docsFiles } from '#worker/docs/files.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { type EndpointId, endpoints } from '#worker/docs/openapi/endpoints.ts'
import { exampleRequests } from '#worker/docs/openapi/examples.ts'
import { designTokensFor } from '#worker/docs/reference/design-tokens.ts'
import { resolutions } from '#worker/docs/reference/errors.ts'
import { inlineMarkdown } from '#worker/docs/reference/html.ts'
import { printJson } from '#worker/docs/reference/json.ts'
import { commands } from '#worker/docs/reference/quickstart.ts'
import { referencePage } from '#worker/docs/reference/reference-page.ts'
import { listedCodes, validateOperation } from '#worker/docs/reference/section.ts'
import { countries } from '#worker/tin/index.ts'
import { responsesOf } from './conformance.ts'

const document = openApiDocument('1.2.3')
const page: string = referencePage(document)
const idsIn = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
const ids = idsIn(page)

describe('the API reference', () => {
  it('describes every field of the OpenAPI document', () => {
    const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]) => ({
        id: `${name}.${field}`,
        words: typeof schema === 'object' ? (schema.description ?? '') : '',
      })),
    )
    expect(fields.length).toBeGreaterThan(100)
    expect(fields.filter(({ id }) => !ids.includes(id))).toEqual([])
    const missing = fields.filter(({ words }) => {
      const [first = ''] = words.replace(/^From the (number|register)\. /, '').split('\n\n')
      return !page.includes(inlineMarkdown(first))
    })
    expect(missing).toEqual([])
  })

  it('lists every code, status, header and endpoint of the OpenAPI document', () => {
    const { Warning, ValidationError } = document.components.schemas
    const listed = Object.entries({ Warning, ValidationError }).flatMap(([name, schema]) => {
      const code = schema?.properties?.code
      return listedCodes(typeof code === 'object' ? code.description : '').map(
        (known) => `${name}.${known.code}`,
      )
    })
    expect(listed.length).toBeGreaterThan(25)
    const examples = (Object.keys(endpoints) as EndpointId[]).flatMap((call) =>
      Object.entries(responsesOf(document, call)).flatMap(([status, { content }]) =>
        Number(status) < 400 ? [] : Object.keys(content?.['application/json'].examples ?? {}),
      ),
    )
    const refused = examples.filter((code) => code !== 'down').map((code) => `Error.${code}`)
    expect(refused.length).toBeGreaterThan(15)
    const headers = Object.keys(document.components.headers).map((name) => `header.${name}`)
    expect([...listed, ...refused, ...headers].filter((id) => !ids.includes(id))).toEqual([])
    for (const path of Object.keys(document.paths)) expect(page).toContain(`<code>${path}</code>`)
  })

  it('has a resolution for every error, and no others', () => {
    const codes = Object.values(validateOperation(document).responses).flatMap(({ description }) =>
      listedCodes(description).map(({ code }) => code),
    )
    expect(Object.keys(resolutions).sort()).toEqual(codes.sort())
  })

  it('formats examples as valid JSON', () => {
    const value = { a: [1, -2.5, null, true, 'x: "y"'], b: {}, c: [], d: 'x'.repeat(80), e: { f: 'é' } }
    expect(JSON.parse(printJson(value))).toEqual(value)
    const { countryCode, tin } = exampleRequests.valid.value
    const [, body = ''] = /-d '(.+)'/.exec(commands.curl) ?? []
    expect(JSON.parse(body)).toEqual({ countryCode, tin })
  })
})

const root = join(import.meta.dirname, '../..')
const files = docsFiles({
  version: '1.2.3',
  styles: readFileSync(join(root, 'worker/docs/reference/styles.css'), 'utf8'),
  productStyles: readFileSync(join(root, 'web/styles.css'), 'utf8'),
})

it('the docs are the OpenAPI document, two pages and their stylesheet', () => {
  expect(Object.keys(files)).toEqual([
    'openapi.json',
    'docs/index.html',
    'docs/countries/index.html',
    'docs/styles.css',
  ])
  expect(JSON.parse(files['openapi.json'] ?? '')).toEqual(JSON.parse(JSON.stringify(document)))
})

it('the countries page lists every country and type', () => {
  const missing = countries.flatMap(({ code, identifiers }) =>
    [code, ...identifiers.map(({ id }) => id)].filter(
      (id) => !files['docs/countries/index.html']?.includes(` id="${id}"`),
    ),
  )
  expect(missing).toEqual([])
})

describe.each(['docs/index.html', 'docs/countries/index.html'])('%s', (path) => {
  const text = files[path] ?? ''

  it('has unique ids, and every link resolves', () => {
    const ids = idsIn(text)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !/^[/#]/.test(link))).toEqual([])
    const broken = links.filter((link) => {
      const [, page, id] = /^(\/docs\/(?:[^#]*\/)?)?#(.+)$/.exec(link) ?? []
      if (id !== undefined)
        return !idsIn(page === undefined ? text : (files[`${page.slice(1)}index.html`] ?? '')).includes(id)
      return (
        link.startsWith('/docs/') && !((link.endsWith('/') ? `${link}index.html` : link).slice(1) in files)
      )
    })
    expect(broken).toEqual([])
  })

  it('has text in every cell', () => {
    expect(text.match(/<t[dh][^>]*><\/t[dh]>/g)).toBeNull()
  })

  it('has one h1, and skips no heading level', () => {
    const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toEqual([1])
    expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
  })

  it('has no inlineMarkdown script or style, which the Content-Security-Policy blocks', () => {
    expect(text).not.toMatch(/<script|<style| style=| on\w+=/i)
  })
})

describe('the design tokens of the docs', () => {
  const product = `@theme {\n --ink: black;\n --line: grey;\n}
@media screen and (prefers-color-scheme: dark) {\n:root {\n --ink: white;\n}\n}
@media (prefers-contrast: more) {\n:root {\n --line: var(--ink);\n}\n}`

  it('are the used ones of the product, in every color scheme', () => {
    const tokens = designTokensFor('p { border: 1px solid var(--line) }', product)
    expect(tokens.match(/--\w+: [^;]+/g)).toEqual([
      '--ink: black',
      '--line: grey',
      '--ink: white',
      '--line: var(--ink)',
    ])
    expect(designTokensFor('p { color: var(--ink) }', product)).not.toContain('--line')
  })

  it('throws for a token that the product does not declare', () => {
    expect(() => designTokensFor('p { color: var(--nothing) }', product)).toThrow('--nothing')
    expect(() => designTokensFor('p { color: var(--ink) }', '')).toThrow('@theme')
  })
})
