import * as z from 'zod/mini'
import { found, ownEntry, unknownStatus } from './answers.ts'
import { fetchJson, optionalText, textOrNumber } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'

/** https://avaandmed.ariregister.rik.ee/en/open-data-api, GET /autocomplete: at most ten, by code or name. */
const answerSchema = z.object({
  status: z.literal('OK'),
  data: z.array(
    z.object({
      reg_code: textOrNumber,
      name: optionalText,
      status: z.string(),
      legal_address: optionalText,
      zip_code: optionalText,
      legal_form: optionalText,
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

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const { data: entries } = await fetchJson(http, answerSchema, `/autocomplete?q=${compact}`)
  // These are suggestions, not documented to be complete.
  return toFound(ownEntry(entries, ({ reg_code }) => reg_code === compact))
}

function toFound(entry: Entry): RegisterAnswer {
  const status = statuses[entry.status]
  if (status === undefined) return unknownStatus('ariregister', entry.status)
  const isZipThere = entry.zip_code && entry.legal_address?.includes(entry.zip_code)
  return found({
    registered: status !== 'deleted',
    name: entry.name,
    address: [entry.legal_address, isZipThere ? undefined : entry.zip_code],
    status,
    facts: { legalFormCode: entry.legal_form },
  })
}
