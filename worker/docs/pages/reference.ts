import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { bodyLimit } from '#worker/docs/openapi/endpoint-errors.ts'
import type { EndpointId } from '#worker/docs/openapi/endpoints.ts'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import type { Schema } from '#worker/docs/openapi/schema.ts'
import { empty } from '#worker/docs/site/html.ts'
import type { Block, Page } from '#worker/docs/site/page.ts'
import { unreadableRows, uploadPart } from './batch-parts.ts'
import { jsonBlock, markdownTable, section } from './blocks.ts'
import { callPage, commonErrorPart, type FurtherParts } from './call-page.ts'
import { callPages } from './calls.ts'
import { describeField, fieldBlock, fieldId, fieldList } from './field-list.ts'
import { operationOf, schemaOf } from './openapi-parts.ts'

export function referencePages(document: OpenApiDocument): Page[] {
  const more: Partial<Record<EndpointId, FurtherParts>> = {
    validate: { after: infoFields(document) },
    createBatch: { afterRequest: uploadPart() },
    getBatchResults: { after: unreadableRows() },
  }
  return [overview(document), ...callPages.map((call) => callPage(document, call, more[call.operationId]))]
}

function overview(document: OpenApiDocument): Page {
  const { apiToken } = document.components.securitySchemes
  const listed = callPages.map(({ operationId }) => {
    const { method, path, slug, operation } = operationOf(document, operationId)
    return [`[${operation.summary}](/docs/reference/${slug})`, `\`${method} ${path}\``]
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
      ...commonErrorPart(document),
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
