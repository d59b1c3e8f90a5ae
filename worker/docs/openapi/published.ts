import { type OpenApiDocument, openApiDocument } from './document.ts'
import type { Response } from './responses.ts'

/** With errors as components, because most calls have the same ones: half as long. */
export function publishedDocument() {
  const { paths, components, ...document } = openApiDocument()
  const names = new Map<string, string>()
  let operation: string | undefined
  const share = (key: string, value: { operationId?: string } | null) => {
    operation = value?.operationId ?? operation
    if (!/^[45]\d\d$/.test(key)) return value
    const response = JSON.stringify(value)
    const name = names.get(response) ?? `${operation}${key}`
    names.set(response, name)
    return { $ref: `#/components/responses/${name}` }
  }
  const shared: OpenApiDocument['paths'] = JSON.parse(JSON.stringify(paths, share))
  const responses = [...names].map(([response, name]): [string, Response] => [name, JSON.parse(response)])
  return {
    ...document,
    paths: shared,
    components: { ...components, responses: Object.fromEntries(responses) },
  }
}
