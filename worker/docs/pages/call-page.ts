import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { escapeHtml } from '#worker/docs/site/html.ts'
import type { Block, Page } from '#worker/docs/site/page.ts'
import { callLine, jsonBlock, markdownTable, section } from './blocks.ts'
import { fieldBlock, fieldList } from './field-list.ts'
import { listedCodes, type Operation, operationOf, schemaOf } from './openapi-parts.ts'
import { tryIt } from './try-it.ts'

type ObjectPart = { schema: string; title: string; more?: Readonly<Record<string, string>> }

export type CallPage = {
  operationId: string
  slug: string
  title: string
  navTitle: string
  /** For search engines. */
  description: string
  keywords?: string
  /** Markdown after the call's own description. */
  intro?: string
  /** Sent by the snippets: the example of this name. */
  example?: string
  prints?: readonly string[]
  request?: string
  response: readonly ObjectPart[]
  after?: readonly (string | Block)[]
}

export function callPage(document: OpenApiDocument, call: CallPage): Page {
  const { path, method, operation } = operationOf(document, call.operationId)
  return {
    path: `/docs/reference/${call.slug}`,
    title: call.title,
    navTitle: call.navTitle,
    description: call.description,
    keywords: `${method} ${path} ${call.keywords ?? ''}`,
    body: [
      callLine(method, path),
      operation.description,
      ...(call.intro ? [call.intro] : []),
      section(2, 'try-it', 'Try it'),
      tryIt({ id: call.operationId, ...requestOf(call, { path, method, operation }) }),
      ...(call.request ? requestPart(document, call.request) : []),
      ...parameterPart(operation),
      ...responsePart(document, call, operation),
      ...(call.after ?? []),
      ...errorPart(operation),
    ],
  }
}

function requestOf(
  { example, prints = [] }: CallPage,
  { path, method, operation }: ReturnType<typeof operationOf>,
) {
  const examples = Object.entries(operation.requestBody?.content['application/json'].examples ?? {}).map(
    ([id, { summary = id, value }]) => ({ id, summary, body: Object(value) as Record<string, unknown> }),
  )
  const first = examples.find(({ id }) => id === example) ?? examples[0]
  return {
    request: {
      method,
      path,
      needsToken: operation.security.length > 0,
      prints,
      ...(first && { body: first.body }),
    },
    examples: first ? [first, ...examples.filter((other) => other !== first)] : [],
  }
}

const requestPart = (document: OpenApiDocument, name: string): (string | Block)[] => [
  section(2, name, 'Request body'),
  schemaOf(document, name).description ?? '',
  fieldList(name, schemaOf(document, name), { marksRequired: true }),
]

const places: Readonly<Record<string, string>> = { header: 'Request headers', query: 'Query', path: 'Path' }

function parameterPart({ parameters = [] }: Operation): (string | Block)[] {
  const groups = Map.groupBy(parameters, ({ in: place }) => place)
  return [...groups].flatMap(([place, group]) => [
    section(2, `${place}-parameters`, places[place] ?? place),
    fieldBlock(
      group.map(({ name, description, schema }) => ({
        id: `parameter.${name}`,
        name,
        type: escapeHtml([schema.type].flat().join(' or ')),
        text: description,
      })),
    ),
  ])
}

function responsePart(
  document: OpenApiDocument,
  { response }: CallPage,
  operation: Operation,
): (string | Block)[] {
  const [success] = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const examples = Object.values(success?.[1].content?.['application/json'].examples ?? {})
  return [
    section(2, 'response', 'Response'),
    ...examples.map(({ summary = 'Response', value }) => jsonBlock(summary, value)),
    ...response.flatMap(({ schema: name, title, more = {} }) => [
      section(3, name, title),
      schemaOf(document, name).description ?? '',
      fieldList(name, schemaOf(document, name), { more }),
    ]),
  ]
}

function errorPart({ responses }: Operation): (string | Block)[] {
  const rows = Object.entries(responses).flatMap(([status, { description }]) =>
    Number(status) < 400
      ? []
      : listedCodes(description).map(({ code, text }) => [
          status,
          `[\`${code}\`](/docs/errors/${code})`,
          text,
        ]),
  )
  return [section(2, 'errors', 'Errors'), markdownTable(['Status', 'Code', 'Description'], rows)]
}
