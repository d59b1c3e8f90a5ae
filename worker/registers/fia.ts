import * as z from 'zod/mini'
import type { TextResponse } from '#worker/lib/http-client.ts'
import { found, noAnswer } from './answers.ts'
import { acceptJson, optionalText, parseJson, readOk } from './json.ts'
import type { Register } from './register.ts'
import { rocDate } from './texts.ts'

/** https://eip.fia.gov.tw/OAI. Businesses have the first set of names, schools and non-profits the last. */
const entrySchema = z.object({
  ban: z.string(),
  businessNm: optionalText,
  businessAddress: optionalText,
  businessSetupDate: optionalText,
  businessType: optionalText,
  isUseInvoice: optionalText,
  unitNm: optionalText,
})

/** A gateway's 404 is a page or a text. */
const isOwn = (response: TextResponse) =>
  response.text === '' || parseJson(z.object({}), response) !== undefined

const lists = ['businessRegistration', 'nonBusinessUnit', 'schoolBanData']

/** Knows the sole traders, branches, associations and schools that GCIS, the register of companies, doesn't. */
export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  for (const list of lists) {
    const response = await http.request(`/${list}/${compact}`, acceptJson)
    if (response.status === 404 && isOwn(response)) continue
    const entry = readOk(entrySchema, response)
    if (entry.ban !== compact) return noAnswer('WRONG_NUMBER')
    return found({
      registered: true,
      name: entry.businessNm ?? entry.unitNm,
      address: entry.businessAddress,
      facts: {
        companyType: entry.businessType,
        foundedOn: rocDate(entry.businessSetupDate),
        usesUniformInvoices: entry.isUseInvoice,
      },
    })
  }
  return noAnswer('NOT_COVERED')
}
