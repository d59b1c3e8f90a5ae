import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type ErrorBody, type Member, openWorker } from '#tests/worker/harness.ts'
import { encryptSecret, generateTotpSecret } from '#worker/accounts/two-factor/secret.ts'
import { createBatchQuerySchema, createBatchSchema, uploadQuerySchema } from '#worker/batches/contract.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { inputOf, type InputTarget as Target } from '#worker/http/input.ts'
import { importBatchSchema, importFileSchema } from '#worker/monitors/contract.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { allRoutes } from './all-routes.ts'

/** `otherwise`: the only other statuses, of a route that doesn't refuse text as the others do. */
type Input = { readonly [T in Target]?: z.core.$ZodType } & { otherwise?: readonly number[] }

const text = (...names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string()])))

/** What no validator of the route says. A new route without input needs a line, too. */
const otherInputs: Readonly<Record<string, Input>> = {
  'GET /auth/google': { query: text('invitation', 'confirm'), otherwise: [302] },
  'GET /auth/google/callback': { query: text('code', 'state'), otherwise: [302] },
  'POST /api/paddle/webhook': { json: text('event_id', 'event_type'), otherwise: [401] },
  'POST /api/tinproof/validate': { json: validateSchema },
  'POST /api/tinproof/batches': {
    json: createBatchSchema,
    query: createBatchQuerySchema,
    // The result of an unreadable row says so.
    otherwise: [202],
  },
  'POST /api/tinproof/batches/csv': { query: uploadQuerySchema },
  'POST /api/tinproof/batches/ndjson': { query: uploadQuerySchema },
  'POST /api/tinproof/monitors/import': { json: importBatchSchema },
  'POST /api/tinproof/monitors/import/csv': { query: importFileSchema },
  'POST /api/tinproof/monitors/import/ndjson': { query: importFileSchema },
  ...Object.fromEntries(
    `GET /api/health, GET /api/settings, POST /api/logout, GET /api/user/sessions, DELETE /api/user/sessions,
    GET /api/user, DELETE /api/user, GET /api/user/deletion, GET /api/user/confirmation, GET /api/user/security, GET /api/user/preferences,
    GET /api/user/email-change, DELETE /api/user/email-change, POST /api/user/two-factor/setup, POST /api/user/two-factor/recovery-codes, DELETE /api/user/two-factor,
    GET /api/user/organizations, GET /api/organization, GET /api/organization/export, GET /api/organization/members,
    GET /api/organization/invitations, GET /api/organization/onboarding, GET /api/tokens, GET /api/tokens/usage, GET /api/tokens/client-ip, GET /api/projects, GET /api/webhooks,
    GET /.well-known/jwks.json, GET /api/activity/days, GET /api/activity/hours, GET /api/subscription,
    GET /api/admin/analytics/summary, GET /api/admin/analytics/overview, GET /api/admin/system,
    GET /api/tinproof/countries, GET /api/tinproof/registers, POST /api/tinproof/sandbox-token`
      .split(/,\s*/)
      .map((route) => [route, {}]),
  ),
}

const routes = new Map<string, Input | undefined>()
for (const { method, path, handler } of allRoutes) {
  if (method === 'ALL') continue
  const route = `${method} ${path}`
  const found = inputOf.get(handler)
  routes.set(route, found ? { ...routes.get(route), ...found } : (routes.get(route) ?? otherInputs[route]))
}

let administrator: Member
const worker = await openWorker('hostile_text')

/** A session has 1,000 calls a minute. */
const TESTS_PER_SESSION = 10
let tests = 0
beforeEach(async () => {
  if (tests++ % TESTS_PER_SESSION !== 0) return
  administrator = await worker.signUp(`of-hostile-text-${tests}`)
  const { id } = administrator.user
  await worker.sql`update users set role = 'system_admin' where id = ${id}`
  await worker.enableTwoFactor(administrator)
  const secret = await encryptSecret(worker.context().settings, id, generateTotpSecret())
  await worker.sql`update two_factors set encrypted_secret = ${secret} where user_id = ${id}`
  await worker.confirmPassword(administrator)
  await worker.sql`update organizations set tier = 'ENTERPRISE' where id = ${administrator.organization.id}`
})

/** Valid for every call that has such a field. */
const values = (): Readonly<Record<string, unknown>> => ({
  email: 'someone@example.test',
  organizationId: administrator.organization.id,
  currentPassword: 'not the right one',
  vatNumber: 'DE136695976',
  phoneNumber: '+4915112345678',
  timeZone: 'Europe/Berlin',
  countryCode: 'DE',
  country: 'DE',
  code: '123456',
  transactionId: 'txn_01h04vsbhqc62t8hmd4z3b578c',
  batchId: `batch_${'0'.repeat(22)}`,
  validationId: `validation_${'0'.repeat(22)}`,
  recordId: `record_${'0'.repeat(22)}`,
  reference: 'TP-234567',
  requestId: crypto.randomUUID(),
  monitorId: `monitor_${'0'.repeat(22)}`,
  endpointId: `endpoint_${'0'.repeat(22)}`,
  deliveryId: '1',
  url: 'https://hooks.example.com/',
  id: '0123456789abcdef',
  cursor: '1',
  name: `Name ${calls}`,
})

type Json = z.core.JSONSchema.BaseSchema
const jsonOf = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** A path and a query are text, whatever their schema makes of it. */
const isText = ({ type, enum: choices, const: only }: Json, target: Target) =>
  target !== 'json' || (type === 'string' && !choices && only === undefined)

type Leaf = { path: string; schema: Json }

/** What `leaf` makes of each field, in the shape of the schema. */
function shape(schema: Json, leaf: (field: Leaf) => unknown, path = ''): unknown {
  const { properties, items, anyOf } = schema
  const inside = (key: string, each: unknown) => shape(each as Json, leaf, path ? `${path}.${key}` : key)
  if (anyOf) return shape((anyOf as Json[])[0] ?? {}, leaf, path)
  if (items) return [inside('0', items)]
  if (!properties) return leaf({ path, schema })
  return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, inside(key, each)]))
}

function validValue({ path, schema }: Leaf): unknown {
  if (schema.type === 'boolean') return false
  if (schema.const !== undefined) return schema.const
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.enum) return schema.enum[0]
  const name = path.split('.').at(-1) ?? ''
  return values()[name] ?? (/password/i.test(name) ? 'correct horse battery' : 'Some text')
}

function fieldsOf(input: Input): { target: Target; field: string }[] {
  return (['param', 'query', 'json'] as const).flatMap((target) => {
    const fields: { target: Target; field: string }[] = []
    const schema = input[target]
    if (schema)
      shape(
        jsonOf(schema),
        (leaf) => isText(leaf.schema, target) && fields.push({ target, field: leaf.path }),
      )
    return fields
  })
}

const encoded = (value: unknown) =>
  String(value)
    .split('\ud800')
    .map((part) => encodeURIComponent(part))
    .join('%ED%A0%80')

let calls = 0
/** A call whose input is valid, but for the text that is added to one field. */
async function send(route: string, input: Input, added: { target: Target; field: string; text: string }) {
  const [method = '', path = ''] = route.split(' ')
  const of = (target: Target) => {
    const withText = (leaf: Leaf) =>
      leaf.path === added.field && target === added.target
        ? `${validValue(leaf)}${added.text}`
        : validValue(leaf)
    return (input[target] ? shape(jsonOf(input[target]), withText) : {}) as Record<string, unknown>
  }
  const params = of('param')
  const isFile = input.query === uploadQuerySchema || input.query === importFileSchema
  const isUpload = isFile || input.query === createBatchQuerySchema
  if (isUpload) await worker.sql`delete from batches`
  const isCsv = isFile && added.target === 'query'
  const query = Object.entries(of('query'))
    .filter(([name]) => !isUpload || name === added.field || name === 'every')
    .map(([name, value]) => `${name}=${encoded(value)}`)
  calls += 1
  const network = `10.0.${calls >> 8}.${calls & 255}`
  const inHeader = isUpload && !added.field.endsWith('organizationId')
  const organization = inHeader && { 'x-organization-id': administrator.organization.id }
  const answer = await administrator.call<Partial<ErrorBody> | undefined>(
    `${path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(params[name] ?? 1))}?${query.join('&')}`,
    {
      method,
      headers: { 'CF-Connecting-IP': network, ...organization, ...(isCsv && { 'Content-Type': 'text/csv' }) },
      ...(isCsv ? { raw: 'country,tin\nDE,136695976' } : input.json && { body: of('json') }),
    },
  )
  return { ...answer, fields: answer.body?.details?.map((detail) => detail.path) ?? [] }
}

const table = [...routes].map(([route, input]) => ({ route, input: input ?? {} }))

it('has a row for each route', () => {
  expect([...routes].filter(([, input]) => input === undefined).map(([route]) => route)).toEqual([])
  expect(Object.keys(otherInputs).filter((route) => !routes.has(route))).toEqual([])
})

/** The name of each property anywhere in a schema. */
const namesIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...more } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values({ ...properties, ...more }).flatMap(namesIn)]
}

it('has the fields of each call of the OpenAPI document', () => {
  const { paths, components } = JSON.parse(JSON.stringify(openApiDocument()))
  const schemas = new Map(Object.entries(components.schemas))
  const resolved = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema), (_, value) =>
      typeof value?.$ref === 'string' ? schemas.get(value.$ref.split('/').at(-1)) : value,
    )
  const unknown = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody = {} }]) => {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      const { otherwise: _, ...input } = routes.get(route) ?? {}
      const known = namesIn(Object.values(input).map((schema) => jsonOf(schema)))
      const named = parameters.filter((parameter: Json) => parameter.in !== 'header')
      const documented = [
        ...named.map(({ name }: { name: string }) => name),
        ...namesIn(resolved(requestBody)),
      ]
      return documented.filter((name) => !known.includes(name)).map((name) => `${route} ${name}`)
    }),
  )
  expect(unknown).toEqual([])
})

const isRefused = (status: number) => status >= 400 && status < 500 && status !== 429
type Answered = Awaited<ReturnType<typeof send>>

const refusesBody = ({ status, fields }: Answered, field: string) =>
  field.endsWith('organizationId')
    ? [400, 404, 422].includes(status)
    : status === 422 && (fields.includes(field) || fields.includes('confirmPassword'))

type Hostile = {
  name: string
  text: string
  isHandled: Partial<Record<Target, (answer: Answered, field: string) => boolean>>
}

const hostile: readonly Hostile[] = [
  // The bytes of one in an address aren't UTF-8, so they are no character.
  {
    name: 'a lone surrogate',
    text: '\ud800',
    isHandled: { json: refusesBody, query: ({ status }) => status < 429 },
  },
  {
    name: '10 MB',
    text: 'a'.repeat(10_000_000),
    isHandled: { json: ({ status }) => status === 413 || status === 400 },
  },
  {
    name: 'marks of text direction',
    text: '\u202e\u200f',
    isHandled: { json: ({ status }) => status < 429, query: ({ status }) => status < 429 },
  },
]

describe('NUL', { tags: 'deep' }, () => walk({ text: '\0', isHandled: { json: refusesBody } }))
describe.each(hostile)('$name', { tags: 'deep' }, walk)

function walk({ text, isHandled }: Omit<Hostile, 'name'>) {
  it.each(table)('can be in each field of $route', async ({ route, input }) => {
    for (const { target, field } of fieldsOf(input)) {
      const answer = await send(route, input, { target, field, text })
      const { status, body } = answer
      const isFine =
        input.otherwise?.includes(status) || (isHandled[target]?.(answer, field) ?? isRefused(status))
      expect(isFine, `${target} ${field}: ${status} ${JSON.stringify(body)}`).toBe(true)
      if (status >= 400) expect(body?.code).toMatch(/^[A-Z_]+$/)
    }
  })
}

/** Administrators search by a part of one. */
const isAddress = (route: string, field: string) => field === 'email' && !route.includes('/admin/')

it.each(table.filter(({ route, input }) => fieldsOf(input).some(({ field }) => isAddress(route, field))))(
  'what is no email address is refused by $route',
  async ({ route, input }) => {
    for (const place of fieldsOf(input).filter(({ field }) => isAddress(route, field))) {
      const { status, body } = await send(route, input, { ...place, text: ' and more' })
      expect([status, body?.code]).toEqual([422, 'INVALID_INPUT'])
    }
  },
)

describe('the name of', () => {
  it.each([
    ['an organization', 'PATCH', '/api/organization', 'name'],
    ['a person', 'PATCH', '/api/user', 'firstName'],
    ['an API token', 'POST', '/api/tokens', 'name'],
    ['a project', 'POST', '/api/projects', 'name'],
  ])('%s loses marks of text direction, and counts code points', async (_what, method, path, field) => {
    const member = await worker.signUp()
    await worker.confirmPassword(member)
    const send = (name: string) =>
      member.call<Record<string, unknown>>(path, { method, body: { [field]: name } })
    const { status, body } = await send(` \u202eAcme \u2066${'🦊'.repeat(50)}\u200f\u061c `)
    expect([status < 300, body[field]]).toEqual([true, `Acme ${'🦊'.repeat(50)}`])
    expect(await send('🦊'.repeat(81))).toMatchObject({ status: 422, body: { details: [{ path: field }] } })
  })
})
