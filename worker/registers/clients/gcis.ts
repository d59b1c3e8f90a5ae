import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import {
  cleanText,
  found,
  noAnswer,
  parseJson,
  toFacts,
  toFailure,
} from '#worker/registers/parse-response.ts'
import type { Register, RegisterAnswer } from '#worker/registers/register.ts'

/** https://data.gcis.nat.gov.tw/od/detail?oid=5F64D864-61CB-4D0D-8AD9-492047CC1EA6. Dates are like 0760221 (1987). */
const companiesSchema = once(() =>
  z.array(
    z.object({
      Business_Accounting_NO: z.string(),
      Company_Status_Desc: z.string(),
      Company_Name: z.string().nullish(),
      Company_Location: z.string().nullish(),
      Register_Organization_Desc: z.string().nullish(),
      Company_Setup_Date: z.string().nullish(),
      Revoke_App_Date: z.string().nullish(),
      Sus_Beg_Date: z.string().nullish(),
      Sus_End_Date: z.string().nullish(),
    }),
  ),
)
type Company = z.infer<ReturnType<typeof companiesSchema>>[number]

/** Dissolved (also by merger or split), revoked, withdrawn, abolished, closed, or liquidated. */
const ended = /^(?:合併|分割)?解散|^(?:撤銷|撤回|廢止|歇業)|(?:清算|清理)完結$/

export const gcis: Register = {
  id: 'gcis',
  name: 'GCIS',
  identifiers: ['TW.UBN'],
  base: 'https://data.gcis.nat.gov.tw/od/data/api',
  limit: { concurrent: 2 },
  lookUp: async (http, { compact }) => {
    const query = new URLSearchParams({
      $format: 'json',
      $filter: `Business_Accounting_NO eq '${compact}'`,
      $skip: '0',
      $top: '1',
    })
    const response = await http.request(`/5F64D864-61CB-4D0D-8AD9-492047CC1EA6?${query}`, {
      headers: { Accept: 'application/json' },
    })
    if (response.status !== 200) return toFailure(response)
    // "Try again later" is an HTML page with 200.
    if (response.type === 'text/html') return noAnswer('UNAVAILABLE')
    const companies = response.text.trim() === '' ? [] : parseJson(companiesSchema, response)
    if (!companies) return toFailure(response)
    const [company] = companies
    // Sole traders, branches and institutions are in other lists.
    if (!company) return noAnswer('NOT_COVERED')
    return company.Business_Accounting_NO === compact ? toFound(company) : noAnswer('WRONG_NUMBER')
  },
}

function toFound(company: Company): RegisterAnswer {
  const status = cleanText(company.Company_Status_Desc)
  if (status === null) return noAnswer('UNREADABLE')
  return found({
    registered: !ended.test(status),
    proves: 'business',
    name: cleanText(company.Company_Name),
    address: cleanText(company.Company_Location),
    status,
    facts: toFacts({
      foundedOn: isoDate(company.Company_Setup_Date),
      endedOn: isoDate(company.Revoke_App_Date),
      suspendedFrom: isoDate(company.Sus_Beg_Date),
      suspendedUntil: isoDate(company.Sus_End_Date),
      registeredBy: company.Register_Organization_Desc,
    }),
  })
}

function isoDate(text: string | null | undefined): string | undefined {
  const [, year, month, day] = /^(\d{2,3})(\d\d)(\d\d)$/.exec(text?.trim() ?? '') ?? []
  return year && `${Number(year) + 1911}-${month}-${day}`
}
