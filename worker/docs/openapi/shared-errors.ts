import type { OpenApiDocument } from './document.ts'
import type { Response } from './responses.ts'

/** Defines errors that calls share once, in `components/responses`. That halves the document. */
export function withSharedErrors(document: OpenApiDocument) {
  const { paths, components, ...rest } = structuredClone(document)
  const shared: Record<string, Response> = {}
  const names = new Map<string, string>()
  const share = (suggestion: string, response: Response) => {
    const content = JSON.stringify(response)
    const name = names.get(content) ?? suggestion
    names.set(content, name)
    shared[name] = response
    return { $ref: `#/components/responses/${name}` }
  }
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const responses = Object.entries(operation.responses).map(([status, response]) => [
      status,
      Number(status) < 400 ? response : share(`${operation.operationId}${status}`, response),
    ])
    operation.responses = Object.fromEntries(responses)
  }
  return { ...rest, paths, components: { ...components, responses: shared } }
}
