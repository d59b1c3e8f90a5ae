import * as z from 'zod/mini'
import { found, noAnswer, ownEntry, toFailure, unknownStatus } from './answers.ts'
import { acceptJson, optionalText, parseJson, parseOk, textOrNumber } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, joinWords } from './texts.ts'

/** https://data.gov.il/dataset/ica_companies, daily. A ~ is a quotation mark; statuses are not documented. */
const pageSchema = z.object({
  success: z.literal(true),
  result: z.object({
    records: z.array(
      z.object({
        'מספר חברה': textOrNumber,
        'סטטוס חברה': z.string(),
        'שם חברה': optionalText,
        'שם באנגלית': optionalText,
        'סוג תאגיד': optionalText,
        'תאריך התאגדות': optionalText,
        'שם רחוב': optionalText,
        'מספר בית': optionalText,
        'שם עיר': optionalText,
        מיקוד: optionalText,
      }),
    ),
  }),
})
type Company = z.infer<typeof pageSchema>['result']['records'][number]
const refusedSchema = z.object({ error: z.object({ __type: z.literal('Validation Error') }) })

const ended = /מחוק|חוסל|התמזג|מוזג/
const standing = /^פעיל|פי?רוק|הקפאת/

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const query = new URLSearchParams({
    resource_id: 'f004176c-b85f-4542-8901-7b3176f9a054',
    filters: JSON.stringify({ 'מספר חברה': Number(compact) }),
    limit: '1',
  })
  const response = await http.request(`/datastore_search?${query}`, acceptJson)
  const page = parseOk(pageSchema, response)
  if (!page) {
    const isCrowded = response.status === 409 && !parseJson(refusedSchema, response)
    return isCrowded ? noAnswer('THROTTLED', '409') : toFailure(response)
  }
  return toFound(ownEntry(page.result.records, (company) => company['מספר חברה'] === compact))
}

const cleanName = (value: string | null | undefined) => cleanText(value?.replaceAll('~', '"'))

function toFound(company: Company): RegisterAnswer {
  const status = cleanName(company['סטטוס חברה'])
  const hasEnded = ended.test(status ?? '')
  if (!hasEnded && !standing.test(status ?? '')) return unknownStatus('ica', status)
  return found({
    registered: !hasEnded,
    name: cleanName(company['שם חברה']),
    address: [
      cleanName(joinWords(company['שם רחוב'], company['מספר בית'])),
      cleanName(company['שם עיר']),
      company.מיקוד,
    ],
    status,
    facts: {
      englishName: cleanName(company['שם באנגלית']),
      companyType: cleanName(company['סוג תאגיד']),
      foundedOn: company['תאריך התאגדות'],
    },
  })
}
