import { batchLimits, RETRY_DAYS } from '#worker/batches/contract.ts'
import text from '#worker/docs/calls.md?raw'
import { fill } from '#worker/docs/fill.ts'
import { type EndpointId, endpoints } from '#worker/docs/openapi/endpoints.ts'
import type { CallPage } from './call-page.ts'

const values = {
  retryDays: String(RETRY_DAYS),
  free: String(batchLimits.FREE),
  pro: String(batchLimits.PRO),
  enterprise: String(batchLimits.ENTERPRISE),
}

const isCall = (id: string): id is EndpointId => id in endpoints

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

/** Below the operation comes the description of its page, and a line for each other property. */
function readCall(section: string): CallPage {
  const [operationId = '', description = '', ...lines] = section.trim().split('\n')
  if (!isCall(operationId)) throw new Error(`calls.md has the unknown call ${operationId}`)
  const properties = lines.map((line) =>
    line
      .replace('- ', '')
      .split(/: (.*)/s)
      .slice(0, 2),
  )
  const { prints, request, response, elsewhere, ...texts }: Record<string, string> =
    Object.fromEntries(properties)
  return {
    ...texts,
    operationId,
    description,
    ...(prints && { prints: prints === 'nothing' ? false : prints.split(', ') }),
    request: partsOf(request),
    response: partsOf(response),
    elsewhere: Object.fromEntries(pairsOf(elsewhere)),
  }
}

/** In the order of their pages. */
export const callPages: readonly CallPage[] = fill(text, values).split(/^# /m).slice(1).map(readCall)
