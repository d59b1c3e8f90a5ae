import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type CallId, calls } from '#worker/docs/openapi/calls.ts'
import { exampleRequests } from '#worker/docs/openapi/examples.ts'
import { currentDocument } from '#worker/docs/openapi/file.ts'
import { responsesOf } from '#worker/docs/openapi/fit.ts'
import { advice } from '#worker/docs/reference/errors.ts'
import {
  referenceFile,
  referencePath,
  referenceStyles,
  referenceStylesPath,
} from '#worker/docs/reference/file.ts'
import { commands } from '#worker/docs/reference/first-call.ts'
import { inline } from '#worker/docs/reference/html.ts'
import { printed } from '#worker/docs/reference/json.ts'
import { listedCodes, validateCall } from '#worker/docs/reference/section.ts'
import { tokensFor } from '#worker/docs/reference/tokens.ts'

const page: string = referenceFile()
const document = currentDocument()
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)

describe('the API reference', () => {
  it('is what the document of the API makes; `npm run docs` writes it anew', () => {
    expect(readFileSync(referencePath, 'utf8')).toBe(page)
    expect(readFileSync(referenceStylesPath, 'utf8')).toBe(referenceStyles())
  })

  it('tells of every field of the document, in its words', () => {
    const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]) => ({
        id: `${name}.${field}`,
        words: typeof schema === 'object' ? (schema.description ?? '') : '',
      })),
    )
    expect(fields.length).toBeGreaterThan(100)
    expect(fields.filter(({ id }) => !ids.includes(id))).toEqual([])
    const untold = fields.filter(({ words }) => {
      const [first = ''] = words.replace(/^Told by the (number|register)\. /, '').split('\n\n')
      return !page.includes(inline(first))
    })
    expect(untold).toEqual([])
  })

  it('tells of every code, status, header and call of the document', () => {
    const { Warning, ValidationError } = document.components.schemas
    const listed = Object.entries({ Warning, ValidationError }).flatMap(([name, schema]) => {
      const code = schema?.properties?.code
      return listedCodes(typeof code === 'object' ? code.description : '').map(
        (known) => `${name}.${known.code}`,
      )
    })
    expect(listed.length).toBeGreaterThan(25)
    const examples = (Object.keys(calls) as CallId[]).flatMap((call) =>
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

  it('has advice on every refusal, and on no other', () => {
    const told = Object.values(validateCall(document).responses).flatMap(({ description }) =>
      listedCodes(description).map(({ code }) => code),
    )
    expect(Object.keys(advice).sort()).toEqual(told.sort())
  })

  it('links to what is there, by names that are given once', () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const links = [...page.matchAll(/(?:href|src)="(?!#)([^"]+)"/g)].map(([, link]) => link)
    expect(links.filter((link) => !link?.startsWith('/'))).toEqual([])
  })

  it('says something in every cell', () => {
    expect(page.match(/<t[dh][^>]*><\/t[dh]>/g)).toBeNull()
  })

  it('has headings in order', () => {
    const levels = [...page.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toEqual([1])
    expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
  })

  it('has no script and no style of its own, which the policy of Pages refuses', () => {
    expect(page).not.toMatch(/<script|<style| style=| on\w+=/i)
  })

  it('shows examples that are the JSON they stand for', () => {
    const value = { a: [1, -2.5, null, true, 'x: "y"'], b: {}, c: [], d: 'x'.repeat(80), e: { f: 'é' } }
    expect(JSON.parse(printed(value))).toEqual(value)
    const { countryCode, tin } = exampleRequests.valid.value
    const [, body = ''] = /-d '(.+)'/.exec(commands.curl) ?? []
    expect(JSON.parse(body)).toEqual({ countryCode, tin })
  })
})

describe('the colours of the reference', () => {
  const product = `@theme {\n --ink: black;\n --line: grey;\n}
@media screen and (prefers-color-scheme: dark) {\n:root {\n --ink: white;\n}\n}
@media (prefers-contrast: more) {\n:root {\n --line: var(--ink);\n}\n}`

  it('are those of the product that are used, in every scheme', () => {
    const tokens = tokensFor('p { border: 1px solid var(--line) }', product)
    expect(tokens.match(/--\w+: [^;]+/g)).toEqual([
      '--ink: black',
      '--line: grey',
      '--ink: white',
      '--line: var(--ink)',
    ])
    expect(tokensFor('p { color: var(--ink) }', product)).not.toContain('--line')
  })

  it('are never made up', () => {
    expect(() => tokensFor('p { color: var(--nothing) }', product)).toThrow('--nothing')
    expect(() => tokensFor('p { color: var(--ink) }', '')).toThrow('@theme')
  })
})
