import { formatNumber } from '#worker/docs/fill.ts'
import { monthlyLimits } from '#worker/membership/constants.ts'
import { BURST, TEST_BURST, UNKNOWN_TOKENS } from '#worker/quota/authorization.ts'
import type { RegistersAnswer } from '#worker/registers/contract.ts'
import type { CountriesAnswer } from '#worker/validation/contract.ts'
import { listCountries } from '#worker/validation/list-countries.ts'
import { SANDBOX_TOKEN, type SandboxToken } from '#worker/validation/sandbox/contract.ts'
import { batchCalls } from './batch-operations.ts'
import { at, exampleAnswers, exampleOrigin, exampleRequests } from './examples.ts'
import { filePathsOf } from './file-operations.ts'
import { headerComponents } from './headers.ts'
import { monitorCalls } from './monitor-operations.ts'
import { type Calls, pathsOf } from './operation.ts'
import { idempotencyKeyParameter, ifNoneMatchParameter } from './parameters.ts'
import { pendingCalls, pendingExamples } from './pending-operations.ts'
import { recordCalls } from './record-operations.ts'
import { errorContent, errorResponses, example, json, type Response } from './responses.ts'
import { schemaRef } from './schema.ts'
import { componentSchemas } from './schemas.ts'
import { eventCalls, webhookOperations } from './webhook-events.ts'

function countriesExample(): CountriesAnswer {
  const { rulesAsOf, countries } = listCountries({})
  return { rulesAsOf, countries: countries.filter(({ code }) => code === 'AU') }
}

const registersExample: RegistersAnswer = {
  updatedAt: at.toISOString(),
  registers: [
    {
      id: 'vies:DE',
      name: 'Germany',
      country: 'DE',
      state: 'on',
      health: 'ok',
      publishedStatus: 'available',
      lastHour: { calls: 120, answered: 119, milliseconds: 310 },
      lastDay: { calls: 2210, answered: 2180, milliseconds: 325 },
      hours: [...Array<null>(22).fill(null), 0.98, 1],
    },
  ],
}

const sandboxTokenExample: SandboxToken = {
  token: 'tp_test_eyJhbGciOiJIUzI1NiIsImtpZCI6IjEifQ.eyJqdGkiOiI0cTdaIn0.J2f3n9Yw',
  expiresAt: new Date(at.getTime() + SANDBOX_TOKEN.seconds * 1_000).toISOString(),
  calls: SANDBOX_TOKEN.calls,
}

/** 503 has two bodies: health without the database, and the error that every call returns without its settings. */
function healthDown(notConfigured: Response | undefined): Response {
  const { examples = {} } = notConfigured?.content?.['application/json'] ?? {}
  return {
    description: `The database is down.\n\n${notConfigured?.description ?? ''}`,
    headers: notConfigured?.headers ?? {},
    content: errorContent(
      { down: { summary: 'The database is down', value: { status: 'down' } }, ...examples },
      { anyOf: [schemaRef('Health'), schemaRef('Error')] },
    ),
  }
}

const [free, pro, enterprise] = [monthlyLimits.FREE, monthlyLimits.PRO, monthlyLimits.ENTERPRISE].map(
  formatNumber,
)

const introduction = `The Tinproof API validates tax identification numbers (TINs). It identifies the type of number, formats it, explains what is wrong with it, and reports how confident the result is.

Authenticate with an API token: create one in the dashboard under API Tokens and send it as \`Authorization: Bearer tp_live_…\`. Some endpoints need no authentication.

- Invalid numbers return 200 and count toward your quota: ${free}, ${pro} or ${enterprise} validations per month, depending on your plan. Failed requests don't count. Quotas reset at 00:00 UTC on the 1st.
- An organization can make about ${formatNumber(BURST.calls)} calls in ${BURST.seconds} seconds.
- A test token, which starts with \`tp_test_\`, works like a live one, but queries no register and uses no quota. Responses contain \`"live": false\`. An organization can make ${TEST_BURST.calls} calls with test tokens in ${TEST_BURST.seconds} seconds.
- AI assistants can call the API through its [MCP server](/docs/guides/mcp).
- All times are in UTC, in ISO 8601 format.
- We can add fields, codes and keys at any time. Ignore those you don't recognize.`

const calls = (): Calls => ({
  validate: {
    parameters: [
      idempotencyKeyParameter(
        "Makes retries safe. Send a unique value, such as a UUID, and the same one when you retry. For 24 hours, the same request with the same key and token returns the stored response and doesn't count toward your quota. A failed request stores nothing.",
      ),
    ],
    requestBody: json('ValidateRequest', exampleRequests),
    responses: {
      200: { content: json('ValidationResponse', exampleAnswers), sometimes: ['Idempotent-Replayed'] },
      202: {
        content: json('ValidationResponse', { pending: pendingExamples.pending }),
        always: ['Location', 'Retry-After'],
      },
    },
  },
  ...pendingCalls,
  ...recordCalls,
  ...monitorCalls,
  createSandboxToken: {
    responses: { 201: { content: example('SandboxToken', 'A sandbox token', sandboxTokenExample) } },
  },
  ...batchCalls,
  ...eventCalls,
  listCountries: {
    parameters: [ifNoneMatchParameter],
    responses: {
      200: {
        content: example('Countries', 'One country', countriesExample()),
        always: ['Cache-Control', 'ETag'],
      },
      304: { always: ['Cache-Control', 'ETag'] },
    },
  },
  listRegisters: {
    responses: {
      200: {
        content: example('Registers', 'One register', registersExample),
        always: ['Cache-Control'],
      },
    },
  },
  readHealth: {
    responses: {
      200: { content: example('Health', 'Healthy', { status: 'ok' }) },
      503: healthDown(errorResponses('readHealth')[503]),
    },
  },
})

export function openApiDocument() {
  const paths = pathsOf(calls())
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tinproof',
      version: '1.0',
      description: introduction,
      termsOfService: `${exampleOrigin}/terms`,
      contact: { name: 'Support', url: `${exampleOrigin}/support` },
      license: { name: 'Proprietary', url: `${exampleOrigin}/terms` },
    },
    servers: [{ url: exampleOrigin, description: 'Production' }],
    tags: [
      { name: 'Validation', description: 'Validate a tax ID.' },
      { name: 'Monitoring', description: 'Numbers that are checked regularly.' },
      { name: 'Records', description: 'Signed evidence of validations.' },
      { name: 'Batches', description: 'Validate a whole list of tax IDs.' },
      { name: 'Sandbox', description: 'Try the API without an account.' },
      { name: 'Coverage', description: 'Supported countries, types and registers.' },
      { name: 'Service', description: 'Service health.' },
      { name: 'Webhooks', description: 'Events, as a list and as requests to your server.' },
    ],
    paths: { ...paths, ...filePathsOf(paths) },
    webhooks: webhookOperations(),
    components: {
      schemas: componentSchemas(),
      headers: headerComponents,
      securitySchemes: {
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tp_live_ or tp_test_ and 52 letters and digits, or a sandbox token',
          description: `A token belongs to an organization. All calls need the \`read\` permission. \`validation\` adds register lookups, changes to batches and monitors, and deleting records and pending validations. A token can be limited to IP addresses. Each IP address (or IPv6 /64 network) can try ${UNKNOWN_TOKENS.calls} nonexistent tokens per minute.`,
        },
      },
    },
  }
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>
