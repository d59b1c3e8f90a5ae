import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { bodyLimit } from '#worker/docs/openapi/endpoint-errors.ts'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import type { Schema } from '#worker/docs/openapi/schema.ts'
import { empty } from '#worker/docs/site/html.ts'
import type { Block, Page } from '#worker/docs/site/page.ts'
import { batchCalls } from './batch-calls.ts'
import { jsonBlock, markdownTable, section } from './blocks.ts'
import { type CallPage, callPage } from './call-page.ts'
import { describeField, fieldBlock, fieldId, fieldList } from './field-list.ts'
import { monitorCalls } from './monitor-calls.ts'
import { operationOf, schemaOf } from './openapi-parts.ts'
import { recordCalls } from './record-calls.ts'
import { printsResult } from './try-it.ts'

const codePages = 'Each code has a [page](/docs/errors/).'

const calls = (document: OpenApiDocument): readonly CallPage[] => [
  {
    operationId: 'validate',
    description:
      'POST /api/tinproof/validate checks the format and check digit of a tax ID or VAT number and looks it up in the official register. Run it in your browser.',
    keywords: 'check VAT number TIN lookup VIES',
    example: 'registered',
    ...printsResult,
    request: [{ schema: 'ValidateRequest', title: 'Request body' }],
    response: [
      { schema: 'ValidationResponse', title: 'The result' },
      { schema: 'Validation', title: '`validation`' },
      { schema: 'Check', title: '`validation.format`, `.source` and `.overall`' },
      { schema: 'TinInfo', title: '`tinInfo`' },
      { schema: 'Entity', title: '`entity`' },
      { schema: 'Comparison', title: '`nameComparison` and `addressComparison`' },
      { schema: 'IgnoredDifference', title: '`ignored[]`' },
      { schema: 'Warning', title: '`warnings[]`', more: { code: codePages } },
      { schema: 'ValidationError', title: '`errors[]`', more: { code: codePages } },
      { schema: 'Reporting', title: '`reporting`' },
      { schema: 'AcceptedNumber', title: '`reporting.accepted[]`' },
      { schema: 'ReportingSource', title: '`reporting.source`' },
    ],
    after: infoFields(document),
  },
  {
    operationId: 'getValidation',
    description:
      'GET /api/tinproof/validations/{validationId} returns a tax ID validation that waited for an official register that was down.',
    keywords: 'async poll outage later',
    needsLiveToken: true,
    ...printsResult,
    intro:
      'Started by `async: "until_confirmed"`: see [Wait for a register](/docs/guides/registers#wait-for-a-register). The response has [the fields of a validation](/docs/reference/validate#response).',
  },
  {
    operationId: 'deleteValidation',
    description:
      'DELETE /api/tinproof/validations/{validationId} deletes a validation that waited for an official register, with its number and result.',
    needsLiveToken: true,
  },
  ...recordCalls(),
  ...monitorCalls(),
  ...batchCalls(),
  {
    operationId: 'listEvents',
    description:
      'GET /api/tinproof/events returns the events of your organization, such as completed batches, so that you can receive them without a public server.',
    keywords: 'poll webhook missed events cursor',
    needsLiveToken: true,
    intro: 'For what each event means, see [Webhooks](/docs/guides/webhooks#events).',
    response: [
      { schema: 'EventList', title: 'The list' },
      { schema: 'Event', title: '`events[]`' },
    ],
  },
  {
    operationId: 'createSandboxToken',
    description:
      'POST /api/tinproof/sandbox-token returns a free token for the sandbox, without an account: a few validations within an hour.',
    keywords: 'test token try free',
    intro: 'To learn what the token can do, see [Sandbox](/docs/guides/sandbox).',
    response: [{ schema: 'SandboxToken', title: 'The token' }],
  },
  {
    operationId: 'listCountries',
    description:
      'GET /api/tinproof/countries returns every supported country and tax ID type with formats, regular expressions, examples, registers and dated rule changes.',
    intro:
      'We recommend fetching it once a day with `If-None-Match`: a 304 without a body means that nothing has changed. The same data is also available [as pages](/docs/countries/).',
    response: [
      { schema: 'Countries', title: 'The list' },
      { schema: 'Country', title: '`countries[]`' },
      { schema: 'TaxIdType', title: '`types[]`' },
      { schema: 'Format', title: '`formats[]`' },
      { schema: 'RuleChange', title: '`changes[]`' },
      { schema: 'TaxIdTypeRegister', title: '`register`' },
    ],
  },
  {
    operationId: 'listRegisters',
    description:
      'GET /api/tinproof/registers returns the current status of VIES, its member states and every other official register that Tinproof queries.',
    keywords: 'VIES status uptime outage',
    response: [
      { schema: 'Registers', title: 'The list' },
      { schema: 'RegisterStatus', title: '`registers[]`' },
      { schema: 'RegisterCalls', title: '`lastHour` and `lastDay`' },
    ],
  },
  {
    operationId: 'readHealth',
    description: 'GET /api/health returns the health of the Tinproof API: ok, degraded or down.',
    response: [{ schema: 'Health', title: 'The status' }],
  },
]

export const referencePages = (document: OpenApiDocument): Page[] => [
  overview(document),
  ...calls(document).map((call) => callPage(document, call)),
]

function overview(document: OpenApiDocument): Page {
  const { apiToken } = document.components.securitySchemes
  const listed = calls(document).map(({ operationId, title }) => {
    const { method, path, slug, operation } = operationOf(document, operationId)
    return [`[${title ?? operation.summary}](/docs/reference/${slug})`, `\`${method} ${path}\``]
  })
  const headers = Object.entries(document.components.headers).map(([name, { description, example }]) => [
    `\`${name}\``,
    description,
    `\`${example}\``,
  ])
  const error = operationOf(document, 'validate').operation.responses[422]?.content?.['application/json']
  return {
    path: '/docs/reference/',
    title: 'API reference',
    navTitle: 'Overview',
    description:
      'Base URL, authentication, request format, error body, headers and versioning of the Tinproof API.',
    keywords: 'bearer token authorization header versioning CORS',
    body: [
      markdownTable(['Call', 'Endpoint'], listed),
      `## Base URL

\`\`\`text
${exampleOrigin}
\`\`\`

Send requests over HTTPS with a JSON body encoded as UTF-8, up to ${bodyLimit}. Responses are JSON. All times are in UTC, in ISO 8601 format.

[\`/openapi.json\`](/openapi.json) describes the API in OpenAPI 3.1. Use it to [generate a client](#generate-a-client), or import it into Postman.

## Authentication

Create a token in the dashboard under [API Tokens](/tokens) and send it with each request:

\`\`\`http
Authorization: Bearer tp_live_…
\`\`\`

${apiToken.description}

Keep live tokens on your server. Never use them in a browser or an app.`,
      section(2, 'Error', 'Error body'),
      schemaOf(document, 'Error').description ?? '',
      jsonBlock('Example', error?.examples.INVALID_INPUT?.value),
      fieldList('Error', schemaOf(document, 'Error')),
      section(3, 'FieldError', '`details[]`'),
      fieldList('FieldError', schemaOf(document, 'FieldError')),
      'See [Errors](/docs/guides/errors) and the [list of codes](/docs/errors/).',
      section(2, 'headers', 'Response headers'),
      markdownTable(['Header', 'Description', 'Example'], headers),
      `## Browsers

\`/api/tinproof/\` accepts requests from any origin, without cookies, so you can call it with a sandbox token from any page.

## Generate a client

For TypeScript, use [our client](/docs/guides/client). For other languages, generate one from [\`/openapi.json\`](/openapi.json). We test these generators for TypeScript:

\`\`\`bash
npx openapi-typescript ${exampleOrigin}/openapi.json --default-non-nullable=false -o tinproof.ts  # for openapi-fetch
npx @hey-api/openapi-ts -i ${exampleOrigin}/openapi.json -o tinproof
npx orval -i ${exampleOrigin}/openapi.json --client fetch -o tinproof.ts
npx openapi-zod-client ${exampleOrigin}/openapi.json -o tinproof.ts
\`\`\`

Without \`--default-non-nullable=false\`, fields with a default become required. Send CSV and NDJSON as a \`File\`; openapi-fetch also needs a \`bodySerializer\` that returns it, and a \`Content-Type\`.

## Versioning

This is version ${document.info.version}. [Versioning and deprecation](/docs/guides/versioning) says what can change without notice, and what we announce 12 months before. The [changelog](/docs/changelog) lists what has changed.`,
    ],
  }
}

const origin = /^From the (number|register)\. /

const originOf = ([, { description = '' }]: [string, Schema]) =>
  /^From the (number|register)\b/.exec(description)?.[1] ?? 'result'

const titles = { result: 'About the result', number: 'From the number', register: 'From the register' }

/** Legal forms come from the number or a register and are listed with the number's keys. */
function infoFields(document: OpenApiDocument): (string | Block)[] {
  const schema = schemaOf(document, 'AdditionalInfo')
  const groups = Map.groupBy(Object.entries(schema.properties ?? {}) as [string, Schema][], originOf)
  return [
    section(2, 'AdditionalInfo', '`additionalInfo`'),
    schema.description ?? '',
    ...Object.entries(titles).flatMap(([group, title]) => [
      section(3, `${group}-keys`, title),
      fieldBlock(
        (groups.get(group) ?? []).map(([key, { description = '', ...rest }]) => ({
          id: fieldId('AdditionalInfo', key),
          name: key,
          type: empty,
          text: describeField({ ...rest, description: description.replace(origin, '') }),
        })),
      ),
    ]),
  ]
}
