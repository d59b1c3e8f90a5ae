import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import type { EndpointId } from '#worker/docs/openapi/endpoints.ts'
import { sandboxFields } from '#worker/docs/openapi/examples.ts'
import type { Operation } from '#worker/docs/openapi/operation.ts'
import { type Content, commonHeaders, limits } from '#worker/docs/openapi/responses.ts'
import type { Block, Page } from '#worker/docs/site/page.ts'
import { callLine, jsonBlock, markdownTable, properties, section, textBlock } from './blocks.ts'
import { describeField, fieldBlock, fieldList, typeOf } from './field-list.ts'
import { listedCodes, operationOf, schemaOf } from './openapi-parts.ts'
import { snippets, tryIt } from './try-it.ts'

type ObjectPart = { schema: string; title: string }

export type CallPage = {
  operationId: EndpointId
  description: string
  keywords?: string
  intro?: string
  prints?: readonly string[]
  request: readonly ObjectPart[]
  response: readonly ObjectPart[]
  elsewhere: Readonly<Record<string, string>>
}

type Parts = readonly (string | Block)[]
export type FurtherParts = { afterRequest?: Parts; after?: Parts }

export function callPage(
  document: OpenApiDocument,
  call: CallPage,
  { afterRequest = [], after = [] }: FurtherParts = {},
): Page {
  const { path, method, slug, operation, files } = operationOf(document, call.operationId)
  const operations = [operation, ...files.map((file) => file.operation)]
  return {
    path: `/docs/reference/${slug}`,
    title: operation.summary,
    description: call.description,
    keywords: `${method} ${path} ${call.keywords ?? ''}`,
    body: [
      callLine(method, path),
      ...files.map((file) => callLine(method, file.path)),
      operation.description,
      ...(call.intro ? [call.intro] : []),
      ...examplePart(call, requestOf(call, { path, method, slug, operation })),
      ...requestPart(document, call.request),
      ...afterRequest,
      ...parameterPart(operations),
      ...responsePart(document, call, operations),
      ...after,
      ...errorPart(document, operation),
    ],
  }
}

const examplePart = (
  { operationId: id }: CallPage,
  { request, examples }: ReturnType<typeof requestOf>,
): (string | Block)[] =>
  request.needsToken === 'live'
    ? [section(2, 'request', 'Request'), snippets(id, request)]
    : [section(2, 'try-it', 'Try it'), tryIt({ id, request, examples })]

function requestOf(
  { operationId, prints = [] }: CallPage,
  { path, method, slug, operation }: Omit<ReturnType<typeof operationOf>, 'files'>,
) {
  const examples = Object.entries(operation.requestBody?.content['application/json'].examples ?? {}).map(
    ([id, { summary = id, value }]) => {
      const body: Record<string, unknown> = Object(value)
      return { id, summary, body: operationId === 'validate' ? { ...body, ...sandboxFields[id] } : body }
    },
  )
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const type = Object.keys(answer?.content ?? {})[0]
  const [first] = examples
  return {
    request: {
      method,
      path: (operation.parameters ?? []).reduce<string>(
        (filled, { name, example: value = '' }) => filled.replace(`{${name}}`, String(value)),
        path,
      ),
      // A sandbox token can only validate.
      needsToken: operation.security.length > 0 && (operationId === 'validate' || ('live' as const)),
      prints: type === 'application/json' && prints,
      ...(type === 'application/zip' && { savesAs: `${slug}.zip` }),
      ...(first && { body: first.body }),
    },
    examples,
  }
}

const requestPart = (document: OpenApiDocument, parts: readonly ObjectPart[]): (string | Block)[] =>
  parts.flatMap(({ schema: name, title }, index) => [
    section(index === 0 ? 2 : 3, name, title),
    schemaOf(document, name).description ?? '',
    fieldList(name, schemaOf(document, name), { marksRequired: true }),
  ])

const places: Readonly<Record<string, string>> = {
  header: 'Request headers',
  query: 'Query parameters',
  path: 'Path parameters',
}

function parameterPart(operations: readonly Operation[]): (string | Block)[] {
  const parameters = new Map(
    operations.flatMap((operation) => (operation.parameters ?? []).map((each) => [each.name, each])),
  )
  const groups = Map.groupBy(parameters.values(), ({ in: place }) => place)
  return [...groups].flatMap(([place, group]) => [
    section(2, `${place}-parameters`, places[place] ?? place),
    fieldBlock(
      group.map(({ name, description, schema, example, required }) => ({
        id: `parameter.${name}`,
        name,
        type: typeOf(schema),
        need: place === 'query' && required ? 'required' : undefined,
        text: describeField({
          ...schema,
          description,
          ...(example !== undefined && { examples: [example] }),
        }),
      })),
    ),
  ])
}

const languages: Readonly<Record<string, string>> = { 'text/csv': 'csv', 'application/x-ndjson': 'json' }

const exampleBlocks = (content: Content): string[] =>
  Object.entries(content).flatMap(([type, { examples }]) =>
    Object.values(examples).map(({ summary = 'Response', value }) =>
      typeof value === 'string'
        ? textBlock(summary, languages[type] ?? '', value)
        : jsonBlock(summary, value),
    ),
  )

const more: Readonly<Record<string, { code: string }>> = {
  Warning: { code: 'See the [list of warnings](/docs/errors/#warnings).' },
  ValidationError: { code: 'Each code has a [page](/docs/errors/).' },
}

/** The overview describes the headers of all calls. */
const usualHeaders: readonly string[] = [...commonHeaders, ...limits]

function statuses({ responses }: Operation): Block {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return properties(
    Object.fromEntries(
      successes.map(([status, { description, content, headers }]) => {
        const own = Object.keys(headers).filter((name) => !usualHeaders.includes(name))
        const names = own.map((name) => `\`${name}\``).join(', ')
        return [
          status,
          [description, !content && 'The response has no body.', names && `Headers: ${names}.`]
            .filter(Boolean)
            .join(' '),
        ]
      }),
    ),
  )
}

function responsePart(
  document: OpenApiDocument,
  { response, elsewhere }: CallPage,
  operations: readonly Operation[],
): (string | Block)[] {
  const contents = operations.flatMap(({ responses }) => {
    const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    return success?.[1].content ?? []
  })
  return [
    section(2, 'response', 'Response'),
    ...operations.slice(0, 1).map(statuses),
    ...new Set(contents.flatMap(exampleBlocks)),
    ...response.flatMap(({ schema: name, title }) => [
      section(3, name, title),
      schemaOf(document, name).description ?? '',
      fieldList(name, schemaOf(document, name), { more: more[name] ?? {}, elsewhere }),
    ]),
  ]
}

const errorRows = ({ responses }: Operation): string[][] =>
  Object.entries(responses).flatMap(([status, { description }]) =>
    Number(status) < 400
      ? []
      : listedCodes(description).map(({ code, text }) => [
          status,
          `[\`${code}\`](/docs/errors/${code})`,
          text,
        ]),
  )

const errorList = (rows: readonly string[][]) => markdownTable(['Status', 'Code', 'Description'], rows)

/** What two unlike calls have alike, all calls with a token have. */
function commonErrors(document: OpenApiDocument): string[][] {
  const [rows, others] = (['getMonitor', 'listEvents'] as const).map((id) =>
    errorRows(operationOf(document, id).operation),
  )
  return (rows ?? []).filter((row) => others?.some((other) => String(other) === String(row)))
}

export const commonErrorPart = (document: OpenApiDocument): (string | Block)[] => [
  section(2, 'errors', 'Errors of all calls'),
  'Every call with a token can return these errors. The page of a call lists only its own. A wrong URL or method fails with [`ROUTE_NOT_FOUND`](/docs/errors/ROUTE_NOT_FOUND) or [`METHOD_NOT_ALLOWED`](/docs/errors/METHOD_NOT_ALLOWED).',
  errorList(commonErrors(document)),
]

function errorPart(document: OpenApiDocument, operation: Operation): (string | Block)[] {
  const common = operation.security.length > 0 ? commonErrors(document).map(String) : []
  const own = errorRows(operation).filter((row) => !common.includes(String(row)))
  return [
    section(2, 'errors', 'Errors'),
    ...(own.length > 0 ? [errorList(own)] : []),
    ...(common.length > 0 ? ['It can also return the [errors of all calls](/docs/reference/#errors).'] : []),
  ]
}
