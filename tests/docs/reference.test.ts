import { describe, expect, it } from 'vitest'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { type EndpointId, endpoints, slugOf } from '#worker/docs/openapi/endpoints.ts'
import { exampleAnswers } from '#worker/docs/openapi/examples.ts'
import { answerWarnings } from '#worker/docs/openapi/response-codes.ts'
import { inlineMarkdown } from '#worker/docs/site/markdown.ts'
import { errorDocsPath, publicErrorCodes } from '#worker/errors.ts'
import * as npmClient from '#worker/npm-client/index.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import { results, resultTexts } from '#worker/validation/constants.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { answerInSandbox } from '#worker/validation/sandbox/answer.ts'
import { responsesOf } from './conformance.ts'
import { all, files, listed, text, unescaped } from './docs-files.ts'

const document = openApiDocument()
const reference = listed
  .filter((file) => file.startsWith('docs/reference/'))
  .map(text)
  .join('\n')

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
