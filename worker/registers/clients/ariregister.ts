import * as z from 'zod'
import {
  addressOf,
  disclosed,
  factsOf,
  failureOf,
  found,
  noAnswer,
  readJson,
} from '#worker/registers/reading.ts'
import type { Register, RegisterAnswer } from '#worker/registers/register.ts'

const text = z.union([z.string(), z.number().transform(String)]).nullish()

/** https://avaandmed.ariregister.rik.ee/en/open-data-api, GET /autocomplete: at most ten, by code or name. */
const answerSchema = z.object({
  status: z.literal('OK'),
  data: z.array(
    z.object({
      reg_code: z.union([z.number(), z.string()]),
      name: text,
      status: z.string(),
      legal_address: text,
      zip_code: text,
      legal_form: text,
    }),
  ),
})
type Entry = z.infer<typeof answerSchema>['data'][number]

const statuses: Readonly<Record<string, string>> = {
  R: 'registered',
  L: 'in liquidation',
  N: 'bankrupt',
  K: 'deleted',
}

export const ariregister: Register = {
  id: 'ariregister',
  name: 'e-Business Register',
  identifiers: ['EE.REGISTRIKOOD'],
  base: 'https://ariregister.rik.ee/est/api',
  // No document tells a limit.
  limit: { atOnce: 3 },
  lookUp: async (line, { compact }) => {
    const answer = await line.call(`/autocomplete?q=${compact}`, { headers: { Accept: 'application/json' } })
    const entries = answer.status === 200 ? readJson(answerSchema, answer)?.data : undefined
    if (!entries) return failureOf(answer)
    const entry = entries.find(({ reg_code }) => String(reg_code) === compact)
    if (entry) return findingOf(entry)
    // It suggests what may be meant, and nowhere says that it suggests all there is.
    return noAnswer(entries.length === 0 ? 'NOT_COVERED' : 'WRONG_NUMBER')
  },
}

function findingOf(entry: Entry): RegisterAnswer {
  const status = statuses[entry.status]
  if (status === undefined) return noAnswer('UNREADABLE')
  const isZipThere = entry.zip_code && entry.legal_address?.includes(entry.zip_code)
  return found({
    registered: status !== 'deleted',
    proves: 'business',
    name: disclosed(entry.name),
    address: addressOf(entry.legal_address, isZipThere ? undefined : entry.zip_code),
    status,
    facts: factsOf({ legalFormCode: entry.legal_form }),
  })
}
