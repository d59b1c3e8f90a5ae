import { concurrentBatchLimits, MAX_ROWS, RETRY_DAYS } from '#worker/batches/contract.ts'
import text from '#worker/docs/calls.md?raw'
import { byTier, fill, sectionsOf } from '#worker/docs/fill.ts'
import { CHANGE_LAG_MINUTES, HISTORY_SIZE } from '#worker/monitors/contract.ts'
import { limits } from '#worker/rate-limits.ts'
import { SANDBOX_TOKEN } from '#worker/validation/sandbox/contract.ts'
import { EVENT_RETENTION_DAYS } from '#worker/webhooks/contract.ts'
import { uploadLimit } from './endpoint-errors.ts'
import { type EndpointId, endpoints } from './endpoints.ts'

const values = {
  maxRows: MAX_ROWS,
  uploadLimit,
  retryDays: RETRY_DAYS,
  ...byTier(concurrentBatchLimits),
  historySize: HISTORY_SIZE,
  changeLag: CHANGE_LAG_MINUTES,
  checksPerHour: limits.monitorCheckByOrganization.calls,
  sandboxCalls: SANDBOX_TOKEN.calls,
  sandboxTokens: SANDBOX_TOKEN.perHour,
  eventDays: EVENT_RETENTION_DAYS,
  paragraph: '\n\n',
}

export type ParameterText = { description: string; example?: string }
type CallText = {
  summary: string
  operation: string
  parameters: Readonly<Record<string, ParameterText>>
  responses: Readonly<Record<string, string>>
  description: string
  page: Readonly<Record<string, string>>
}

const isCall = (id: string): id is EndpointId => id in endpoints

/**
 * Below a call come the description of its page and a line for each other text: `- ?limit = 5: …` is a parameter with an
 * example, `- 200: …` a response.
 */
function readCall([id, [description = '', ...lines]]: [string, string[]]): [EndpointId, CallText] {
  if (!isCall(id)) throw new Error(`calls.md has the unknown call ${id}`)
  const parameters: Record<string, ParameterText> = {}
  const texts: Record<string, string> = {}
  for (const line of lines) {
    const [, mark, name = '', example, value = ''] = /^- (\?)?(\w+)(?: = "([^"]*)")?: (.+)$/.exec(line) ?? []
    const filled = fill(value, values)
    if (mark) parameters[name] = { description: filled, ...(example !== undefined && { example }) }
    else texts[name] = filled
  }
  const { summary = '', operation = '', ...more } = texts
  const isStatus = ([name]: [string, string]) => /^\d+$/.test(name)
  const responses = Object.fromEntries(Object.entries(more).filter(isStatus))
  const page = Object.fromEntries(Object.entries(more).filter((entry) => !isStatus(entry)))
  return [id, { summary, operation, parameters, responses, description: fill(description, values), page }]
}

export const callTexts: ReadonlyMap<EndpointId, CallText> = new Map(sectionsOf(text).map(readCall))

export function callText(id: EndpointId): CallText {
  const found = callTexts.get(id)
  if (!found?.summary || !found.operation) throw new Error(`calls.md has no texts of ${id}`)
  return found
}
