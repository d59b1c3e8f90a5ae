import * as z from 'zod/mini'
import { found, noAnswer, toFailure } from './answers.ts'
import { acceptJson, optionalText, parseJson, parseOk } from './json.ts'
import type { Register } from './register.ts'
import { cleanText } from './texts.ts'

/** https://data.gov.hk/en-data/dataset/hk-cr-crdata-list-addr. Live companies only, refreshed daily. */
const companiesSchema = z.array(
  z.object({
    Brn: z.string(),
    English_Company_Name: optionalText,
    Chinese_Company_Name: optionalText,
    Address_of_Registered_Office: optionalText,
    Corporate_Name: optionalText,
    Address_of_Principal_Place_of_Business: optionalText,
    Company_Type: optionalText,
    Date_of_Incorporation: optionalText,
    Place_of_Incorporation: optionalText,
  }),
)
const refusedSchema = z.object({ status: z.literal(400), message: z.string() })

const lists = ['local', 'foreign']

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  // The other digits identify a branch.
  const number = compact.slice(0, 8)
  const query = new URLSearchParams({
    'query[0][key1]': 'Brn',
    'query[0][key2]': 'equal',
    'query[0][key3]': number,
    format: 'json',
  })
  for (const list of lists) {
    const response = await http.request(`/${list}/search?${query}`, acceptJson)
    const companies = parseOk(companiesSchema, response)
    if (!companies)
      return parseJson(refusedSchema, response) ? noAnswer('REFUSED', '400') : toFailure(response)
    const company = companies.find(({ Brn }) => Brn === number)
    if (!company && companies.length > 0) return noAnswer('WRONG_NUMBER')
    if (!company) continue
    return found({
      registered: true,
      name:
        cleanText(company.English_Company_Name ?? company.Corporate_Name) ??
        cleanText(company.Chinese_Company_Name),
      address: company.Address_of_Registered_Office ?? company.Address_of_Principal_Place_of_Business,
      status: 'live',
      facts: {
        chineseName: company.Chinese_Company_Name,
        companyType: company.Company_Type,
        foundedOn: company.Date_of_Incorporation,
        foundedIn: company.Place_of_Incorporation,
      },
    })
  }
  // Dissolved companies, partnerships and sole traders are not in it.
  return noAnswer('NOT_COVERED')
}
