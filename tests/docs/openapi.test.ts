import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { pagesHeaders } from '#tests/dev/pages-headers.ts'
import { vectors } from '#tests/tin/vectors.ts'
import { numberFacts, registerFacts } from '#worker/docs/openapi/additional-info.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { type EndpointId, endpoints } from '#worker/docs/openapi/endpoints.ts'
import { answerWarnings } from '#worker/docs/openapi/response-codes.ts'
import type { Schema } from '#worker/docs/openapi/schema.ts'
import { withSharedErrors } from '#worker/docs/openapi/shared-errors.ts'
import { eventExample } from '#worker/docs/openapi/webhook-events.ts'
import { samples } from '#worker/tin/contract/samples.ts'
import { validateTin } from '#worker/tin/index.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { TEST_EVENT, webhookEventTypes } from '#worker/webhooks/contract.ts'
import { operationOf, strictSchema } from './conformance.ts'

const root = join(import.meta.dirname, '../..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const document = openApiDocument()
const callIds = Object.keys(endpoints) as EndpointId[]

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const specification: Record<string, unknown> = JSON.parse(JSON.stringify(withSharedErrors(document)))
    expect(await validator.validate(specification)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(specification.info).toMatchObject({ version: '1.0' })
    const broken = { ...specification, paths: { '/x': { get: { responses: 5 } } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it.each(['csv', 'ndjson'])('lists no unknown batch among the errors of monitors from %s', (type) => {
    const operation = document.paths[`${endpoints.importMonitors.path}/${type}`]?.post
    expect(JSON.stringify(operation)).not.toContain('BATCH_NOT_FOUND')
  })

  it('has every component that it references, and references every component', () => {
    const published = withSharedErrors(document)
    const { schemas, headers, responses } = published.components
    const referenced = [...JSON.stringify(published).matchAll(/"#\/components\/([\w-]+\/[\w-]+)"/g)].map(
      ([, name]) => name,
    )
    const components = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(headers).map((name) => `headers/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
    ]
    expect([...new Set(referenced)].filter((name) => !components.includes(name ?? ''))).toEqual([])
    // Optional headers are inlined in their responses.
    expect(components.filter((name) => !referenced.includes(name))).toEqual([
      'headers/Idempotent-Replayed',
      'headers/WWW-Authenticate',
    ])
  })

  it('describes every field', () => {
    const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]) => [`${name}.${field}`, schema as Schema] as const),
    )
    expect(fields.length).toBeGreaterThan(100)
    const undescribed = fields.filter(([, { description = '' }]) => !/^.+[.)]$/s.test(description))
    expect(undescribed.map(([field]) => field).filter((field) => !field.endsWith('.code'))).toEqual([])
  })

  it.each(callIds)('has examples of %s that match their schemas', (call) => {
    const { requestBody, responses } = operationOf(document, call) ?? { responses: {} }
    expect(Object.keys(responses).length).toBeGreaterThan(2)
    for (const part of [requestBody, ...Object.values(responses)])
      for (const { schema, examples } of Object.values(part?.content ?? {}))
        for (const [name, { value }] of Object.entries(examples))
          expect(strictSchema(document, schema).safeParse(value).error?.issues ?? [], name).toEqual([])
  })

  it("has no pattern that PHP, Python or Go can't compile", () => {
    expect(JSON.stringify(document)).not.toMatch(/"pattern":"[^"]*\\\\[pu]/)
  })

  it('limits no nullable field to a value other than null', () => {
    const found: string[] = []
    JSON.stringify(document.components.schemas, (key, part: Schema | undefined) => {
      const isNullable = Array.isArray(part?.type) && part.type.includes('null')
      if (isNullable && (part?.const || (part?.enum && !part.enum.includes(null)))) found.push(key)
      return part
    })
    expect(found).toEqual([])
  })

  it('has a schema and an example for each event of webhooks', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...webhookEventTypes, TEST_EVENT].sort())
    for (const [name, { post }] of Object.entries(document.webhooks)) {
      const { schema, examples } = post.requestBody.content['application/json']
      const { value } = examples.event ?? {}
      expect(strictSchema(document, schema).safeParse(value).error?.issues ?? [], name).toEqual([])
      expect(value).toMatchObject({ type: name })
      expect(schema.$ref).toMatch(/\/[A-Z]\w+Event$/)
      expect(post.security).toEqual([])
    }
  })

  it('accepts events that are added later', () => {
    const added = { ...eventExample('batch.completed'), type: 'batch.archived', data: { archiveId: '7' } }
    const { Event: schema = {} } = document.components.schemas
    expect(z.fromJSONSchema({ ...schema }).safeParse(added).error?.issues ?? []).toEqual([])
  })

  it('names the objects of each list', () => {
    expect(JSON.stringify(document)).not.toContain('"items":{"type":"object"')
  })

  it.each([
    'ValidationResult',
    'RowResult',
    'Proof',
    'TaxIdKind',
    'BatchState',
    'MonitorInterval',
    'MonitorField',
  ])('lists the values of %s once', (name) => {
    const values = JSON.stringify(document.components.schemas[name]?.enum)
    expect(JSON.stringify(document).split(`"enum":${values}`).length - 1).toBe(1)
  })

  it('is the only static file that allows other origins, and is never cached without revalidation', () => {
    const headersFor = pagesHeaders(text('web/public/_headers'))
    const headers = headersFor('/openapi.json')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    for (const other of ['/', '/openapi', '/assets/openapi.json', '/index.html'])
      expect(headersFor(other).has('access-control-allow-origin'), other).toBe(false)
  })
})

describe('the request schema', () => {
  const documentedRequest = document.paths['/api/tinproof/validate']?.post?.requestBody
  if (!documentedRequest) throw new Error('The request has no schema')
  const { schema, examples } = documentedRequest.content['application/json']
  const described = strictSchema(document, schema)
  const number = { countryCode: 'DE', tin: '136695976' }
  const validities = (body: unknown) => [
    described.safeParse(body).success,
    validateSchema.safeParse(body).success,
  ]

  const accepted: Record<string, unknown>[] = [
    ...Object.values(examples).map(({ value }) => value as Record<string, unknown>),
    number,
    { ...number, countryCode: 'de' },
    { ...number, tin: ' de 136 695 976 ' },
    { ...number, tin: '１３６６９５９７６' },
    { ...number, tin: '1'.repeat(100) },
    { ...number, type: 'DE.VAT', source: false, fresh: true, maxAge: 0, name: 'Müller' },
    { ...number, maxAge: 2_592_000, name: 'x'.repeat(200), type: 'x'.repeat(32) },
    { ...number, name: '' },
  ]
  it('accepts what the contract accepts', () => {
    for (const body of accepted) expect(validities(body), JSON.stringify(body)).toEqual([true, true])
  })

  const rejected: unknown[] = [
    {},
    [],
    null,
    { tin: '1' },
    { countryCode: 'DE' },
    { ...number, countryCode: 'DEU' },
    { ...number, countryCode: 'D1' },
    { ...number, countryCode: 49 },
    { ...number, tin: '' },
    { ...number, tin: 136695976 },
    { ...number, tin: null },
    { ...number, tin: '1'.repeat(101) },
    { ...number, type: 'x'.repeat(33) },
    { ...number, source: 'false' },
    { ...number, fresh: 1 },
    { ...number, maxAge: -1 },
    { ...number, maxAge: 1.5 },
    { ...number, maxAge: 2_592_001 },
    { ...number, name: 'x'.repeat(201) },
  ]
  it('rejects what the contract rejects', () => {
    for (const body of rejected) expect(validities(body), JSON.stringify(body)).toEqual([false, false])
  })
})

it.each(['CreateMonitorRequest', 'EstimateItem'])('%s has no empty number', (name) => {
  const { tin } = document.components.schemas[name]?.properties ?? {}
  expect(strictSchema(document, tin as Schema).safeParse('').success).toBe(false)
})

describe('the response schema', () => {
  it('lists every fact that numbers contain', () => {
    const numbers = [
      ...samples.map(({ identifier, tin }) => [identifier, tin] as const),
      ...Object.entries(vectors).flatMap(([id, { valid }]) => valid.map((tin) => [id, tin] as const)),
    ]
    const keys = numbers.flatMap(([type, tin]) => {
      const checked = validateTin(type.slice(0, 2), tin, { type })
      return checked.valid ? Object.keys(checked.facts ?? {}) : []
    })
    expect([...new Set(keys)].sort()).toEqual(numberFacts.toSorted())
  })

  it('lists every fact that registers return', () => {
    const folder = join(root, 'worker/registers')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    const known = files.flatMap((file) => {
      const code = readFileSync(join(folder, file), 'utf8')
      const listed = [...code.matchAll(/facts: (\{(?! \.\.\.).*?\}),?$/gms)].flatMap(([, facts = '']) =>
        [...facts.matchAll(/(?:(?<!\$)\{|,)\s*(\w+)(?=\s*[:,}])/g)].map(([, key]) => key),
      )
      return [...listed, ...[...code.matchAll(/\.\.\.answer\.facts, (\w+):/g)].map(([, key]) => key)]
    })
    expect([...new Set(known)].sort()).toEqual(registerFacts.toSorted())
  })

  it('lists every code that a register lookup can add', () => {
    const codes = [...text('worker/validation/add-source-result.ts').matchAll(/code: '([A-Z_]+)'/g)].map(
      ([, code]) => code,
    )
    expect(codes.length).toBeGreaterThan(4)
    const listed = [...Object.keys(answerErrors), ...Object.keys(answerWarnings)]
    expect(codes.filter((code) => !listed.includes(code ?? ''))).toEqual([])
    expect(Object.keys(answerErrors)).toEqual(
      expect.arrayContaining(['SOURCE_TIMEOUT', 'SOURCE_NOT_COVERED', 'INVALID_CHECKSUM']),
    )
  })
})
