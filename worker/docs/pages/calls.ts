import { callTexts } from '#worker/docs/openapi/call-texts.ts'
import type { CallPage } from './call-page.ts'

/** Such as `A = one; B = two`. */
const pairsOf = (line = '') =>
  line
    .split('; ')
    .filter(Boolean)
    .map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split(' = ')
      return [name, value]
    })

const partsOf = (line: string | undefined) => pairsOf(line).map(([schema, title]) => ({ schema, title }))

export const callPages: readonly CallPage[] = [...callTexts].map(([operationId, { description, page }]) => {
  const { prints, request, response, elsewhere, ...texts } = page
  return {
    ...texts,
    operationId,
    description,
    ...(prints && { prints: [prints] }),
    request: partsOf(request),
    response: partsOf(response),
    elsewhere: Object.fromEntries(pairsOf(elsewhere)),
  }
})
