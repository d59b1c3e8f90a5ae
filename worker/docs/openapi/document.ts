import { monthlyLimits } from '#worker/organizations/contract.ts'
import { BURST, MISSES_A_MINUTE } from '#worker/quota/admission.ts'
import type { RegistersAnswer } from '#worker/registers/contract.ts'
import type { CountriesAnswer } from '#worker/validation/contract.ts'
import { listCountries } from '#worker/validation/countries.ts'
import type { CallId } from './calls.ts'
import { at, exampleAnswers, exampleRequests } from './examples.ts'
import { type HeaderName, headerComponents, headersOf } from './headers.ts'
import { type Refusal, refusalsOf } from './refusals.ts'
import { componentSchemas, type Schema } from './schemas.ts'

type Examples = Readonly<Record<string, { summary?: string; value: unknown }>>
type Content = { 'application/json': { schema: Schema; examples: Examples } }
export type Response = { description: string; headers: ReturnType<typeof headersOf>; content?: Content }

const schemaOf = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Schema, examples: Examples): Content => ({ 'application/json': { schema, examples } })

const own: readonly HeaderName[] = ['X-Request-Id', 'Server-Timing']
/** A service that lacks a setting has not begun to count. */
const ownOf = (
  refusals: readonly Refusal[],
): { always: readonly HeaderName[]; sometimes: readonly HeaderName[] } =>
  refusals.some(({ code }) => code === 'SETTINGS_INVALID')
    ? { always: ['X-Request-Id'], sometimes: ['Server-Timing'] }
    : { always: own, sometimes: [] }
const limits: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy']

/** Which headers the refusals of a call have beside its own, by status: always, and in some cases. */
const headersByStatus: Readonly<
  Record<
    CallId,
    Readonly<Record<number, { always?: readonly HeaderName[]; sometimes?: readonly HeaderName[] }>>
  >
> = {
  validate: {
    400: { always: limits },
    401: { sometimes: [...limits, 'WWW-Authenticate'] },
    403: { sometimes: [...limits, 'WWW-Authenticate'] },
    422: { always: limits },
    429: { always: [...limits, 'Retry-After'] },
    503: { sometimes: ['Retry-After'] },
  },
  listCountries: {},
  listRegisters: {},
  readHealth: { 429: { always: ['Retry-After'] } },
}

function refusalResponse(call: CallId, status: number, refusals: readonly Refusal[]): Response {
  const { always = [], sometimes = [] } = headersByStatus[call][status] ?? {}
  const every = ownOf(refusals)
  return {
    description: refusals.map(({ text }) => text).join('\n\n'),
    headers: headersOf([...every.always, ...always], [...every.sometimes, ...sometimes]),
    content: json(
      schemaOf('Error'),
      Object.fromEntries(refusals.map(({ code, body }) => [code, { value: body }])),
    ),
  }
}

const refusalResponses = (call: CallId): Record<string, Response> =>
  Object.fromEntries(
    [...refusalsOf(call)].map(([status, refusals]) => [status, refusalResponse(call, status, refusals)]),
  )

/** The table with one country of it. */
function countriesExample(): CountriesAnswer {
  const { rulesAsOf, countries } = listCountries({})
  return { rulesAsOf, countries: countries.filter(({ code }) => code === 'AU') }
}

const registersExample: RegistersAnswer = {
  at: at.toISOString(),
  registers: [
    {
      id: 'vies:DE',
      name: 'Germany',
      country: 'DE',
      state: 'on',
      health: 'ok',
      says: 'available',
      lastHour: { calls: 120, answered: 119, milliseconds: 310 },
      lastDay: { calls: 2210, answered: 2180, milliseconds: 325 },
      hours: [...Array<null>(22).fill(null), 0.98, 1],
    },
  ],
}

const healthExample = (status: 'ok' | 'down') => ({
  status,
  database: status,
  redis: 'ok',
  jobs:
    status === 'down'
      ? []
      : [
          {
            name: 'write-late-calls',
            lastRunAt: at.toISOString(),
            lastSuccessAt: at.toISOString(),
            succeeded: true,
          },
        ],
})

/** Without the database health tells how it is; without a setting it is refused as every call. */
function healthDown(refused: Response | undefined): Response {
  const { examples = {} } = refused?.content?.['application/json'] ?? {}
  return {
    description: `The database does not answer. The other services are told of as ever.\n\n${refused?.description ?? ''}`,
    headers: refused?.headers ?? {},
    content: json(
      { anyOf: [schemaOf('Health'), schemaOf('Error')] },
      { down: { summary: 'Without the database', value: healthExample('down') }, ...examples },
    ),
  }
}

const figure = new Intl.NumberFormat('en-US')
const [free, pro, enterprise] = [monthlyLimits.FREE, monthlyLimits.PRO, monthlyLimits.ENTERPRISE].map(
  figure.format,
)

const introduction = `Tells an organization whether a tax identification number is right: which number it is, how it is customarily written, what is wrong with it and how sure the answer is.

These calls take an API token, or nothing at all. Make a token on the dashboard, under API Tokens, and send it as \`Authorization: Bearer tp_live_…\`.

- An invalid number is an answer (200) and counts as one of the quota: ${free}, ${pro} or ${enterprise} validations a month by the organization's plan. Refused and failed calls spend nothing. Months begin at 00:00 UTC on the 1st.
- An organization may make ${figure.format(BURST.size)} calls at once, all of them free again within ${BURST.window / 1000} seconds.
- All times are UTC, as ISO 8601 writes them.
- Fields, codes and keys may be added: ignore those that you do not know.`

/** The document of the public API. */
export function openApiDocument(version: string) {
  const health = refusalResponses('readHealth')
  return {
    openapi: '3.1.1',
    info: { title: 'Tinproof', version, description: introduction },
    servers: [{ url: '/', description: 'The host that this document comes from.' }],
    tags: [
      { name: 'Validation', description: 'Is this number right?' },
      { name: 'Coverage', description: 'What can be checked, and which registers are asked.' },
      { name: 'Service', description: 'How the service is.' },
    ],
    paths: {
      '/api/tinproof/validate': {
        post: {
          operationId: 'validate',
          tags: ['Validation'],
          summary: 'Validates a tax ID',
          description:
            'Checks the number itself and, where the token has the permission `validation`, asks the official register of a valid one, for four seconds at most. A register that is down is a warning and never `false`.',
          security: [{ apiToken: [] as string[] }],
          requestBody: { required: true, content: json(schemaOf('ValidateRequest'), exampleRequests) },
          responses: {
            200: {
              description: 'The verdict, on an invalid number too.',
              headers: headersOf([...own, ...limits]),
              content: json(schemaOf('ValidationResponse'), exampleAnswers),
            },
            ...refusalResponses('validate'),
          } as Record<string, Response>,
        },
      },
      '/api/tinproof/countries': {
        get: {
          operationId: 'listCountries',
          tags: ['Coverage'],
          summary: 'Lists all that can be checked',
          description:
            'Of every country and every type of number its names, length, written forms, a regular expression, an example, how sure it can be, its official register and dated changes of its rule. It needs no token and may be cached.',
          security: [],
          parameters: [
            {
              name: 'If-None-Match',
              in: 'header',
              description: 'The `ETag` of the answer that is known already.',
              schema: { type: 'string' },
            },
          ],
          responses: {
            200: {
              description: 'All countries and territories.',
              headers: headersOf([...own, 'Cache-Control', 'ETag']),
              content: json(schemaOf('Countries'), {
                one: { summary: 'One of them', value: countriesExample() },
              }),
            },
            304: {
              description: 'Nothing has changed.',
              headers: headersOf([...own, 'Cache-Control', 'ETag']),
            },
            ...refusalResponses('listCountries'),
          } as Record<string, Response>,
        },
      },
      '/api/tinproof/registers': {
        get: {
          operationId: 'listRegisters',
          tags: ['Coverage'],
          summary: 'Tells how each register did',
          description:
            'In the last hour and day, by our own calls and by what VIES says of itself. It needs no token, and is worked out anew once a minute.',
          security: [],
          responses: {
            200: {
              description: 'All registers.',
              headers: headersOf([...own, 'Cache-Control']),
              content: json(schemaOf('Registers'), {
                one: { summary: 'One of them', value: registersExample },
              }),
            },
            ...refusalResponses('listRegisters'),
          } as Record<string, Response>,
        },
      },
      '/api/health': {
        get: {
          operationId: 'readHealth',
          tags: ['Service'],
          summary: 'Tells how the service is',
          description: 'It needs no token.',
          security: [],
          responses: {
            200: {
              description: 'The service works, if `degraded` without Redis.',
              headers: headersOf(own),
              content: json(schemaOf('Health'), {
                ok: { summary: 'All is well', value: healthExample('ok') },
              }),
            },
            ...health,
            503: healthDown(health[503]),
          } as Record<string, Response>,
        },
      },
    },
    components: {
      schemas: componentSchemas(),
      headers: headerComponents,
      securitySchemes: {
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tp_live_ and 36 letters and digits',
          description: `A token belongs to an organization. Its permission \`read\` lets you validate, \`validation\` adds the registers. ${MISSES_A_MINUTE} tokens that do not exist may be tried a minute from one network address.`,
        },
      },
    },
  }
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>
