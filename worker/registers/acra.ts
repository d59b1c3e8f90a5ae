import * as z from 'zod/mini'
import { found, ownEntry, toFailure, unknownStatus } from './answers.ts'
import { optionalText, parseOk } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText } from './texts.ts'

/** https://data.gov.sg/datasets/d_3f960c10fed6145404ca7b821f263b87/view, monthly. Empty fields are `na`. */
const pageSchema = z.object({
  success: z.literal(true),
  result: z.object({
    records: z.array(
      z.object({
        uen: z.string(),
        uen_status_desc: z.string(),
        entity_name: optionalText,
        entity_type_desc: optionalText,
        uen_issue_date: optionalText,
        reg_street_name: optionalText,
        reg_postal_code: optionalText,
      }),
    ),
  }),
})
type Entity = z.infer<typeof pageSchema>['result']['records'][number]

/** Without a key: https://guide.data.gov.sg/developer-guide/api-overview/api-rate-limits */
const PAUSE_MS = 10_000

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const query = new URLSearchParams({
    resource_id: 'd_3f960c10fed6145404ca7b821f263b87',
    filters: JSON.stringify({ uen: compact }),
    limit: '1',
  })
  const response = await http.request(`/datastore_search?${query}`)
  const page = parseOk(pageSchema, response)
  if (!page) {
    const failure = toFailure(response)
    return failure.reason === 'THROTTLED' ? { pause: PAUSE_MS, ...failure } : failure
  }
  return toFound(ownEntry(page.result.records, ({ uen }) => uen === compact))
}

const nullIfNa = (text: string | null | undefined) => (text?.toLowerCase() === 'na' ? null : text)

function toFound(entity: Entity): RegisterAnswer {
  const status = cleanText(entity.uen_status_desc)
  const isRegistered = /^registered$/i.test(status ?? '')
  if (!isRegistered && !/^deregistered$/i.test(status ?? '')) return unknownStatus('acra', status)
  return found({
    registered: isRegistered,
    name: nullIfNa(entity.entity_name),
    address: [nullIfNa(entity.reg_street_name), nullIfNa(entity.reg_postal_code)],
    status,
    facts: {
      entityType: nullIfNa(entity.entity_type_desc),
      issuedOn: nullIfNa(entity.uen_issue_date),
    },
  })
}
