import * as z from 'zod/mini'
import { found, noAnswer, ownEntry, toFailure, unknownStatus } from './answers.ts'
import { acceptJson, optionalText, parseJson } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, rocDate } from './texts.ts'

/** https://data.gcis.nat.gov.tw/od/detail?oid=5F64D864-61CB-4D0D-8AD9-492047CC1EA6. Dates are like 0760221 (1987). */
const companiesSchema = z.array(
  z.object({
    Business_Accounting_NO: z.string(),
    Company_Status_Desc: z.string(),
    Company_Name: optionalText,
    Company_Location: optionalText,
    Register_Organization_Desc: optionalText,
    Company_Setup_Date: optionalText,
    Revoke_App_Date: optionalText,
    Sus_Beg_Date: optionalText,
    Sus_End_Date: optionalText,
  }),
)
type Company = z.infer<typeof companiesSchema>[number]

/** Table 7 of the open data's code tables, with the older names of 08, 14 to 17. Null is no answer. */
const standings: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...['核准設立', '核准登記', '核准認許', '核准報備', '核准許可登記', '核准許可報備', '重整', '破產'].map(
    (status) => [status, true] as const,
  ),
  ...[
    ['解散', '合併解散', '分割解散', '解散已清算完結'],
    ['撤銷', '撤銷登記', '撤銷認許', '撤銷許可', '撤銷公司設立', '撤銷無需清算', '撤銷已清算完結'],
    ['撤銷登記已清算完結', '撤銷認許已清算完結', '撤銷許可已清算完結'],
    ['撤回登記', '撤回認許', '撤回登記已清算完結', '撤回認許已清算完結'],
    ['廢止', '廢止登記', '廢止認許', '廢止許可', '廢止已清算完結'],
    ['廢止登記已清算完結', '廢止認許已清算完結', '廢止許可已清算完結'],
    ['終止破產', '中止破產', '塗銷破產', '破產程序終結(終止)', '破產已清算完結', '清理完結'],
  ].flatMap((statuses) => statuses.map((status) => [status, false] as const)),
  ...['核准設立,但已命令解散', '破產程序終結(終止)清算中', '接管', '清理', '尚未核准'].map(
    (status) => [status, null] as const,
  ),
])
const standingOf = (status: string) => standings.get(status.normalize('NFKC').replace(/\s/g, ''))

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const query = new URLSearchParams({
    $format: 'json',
    $filter: `Business_Accounting_NO eq '${compact}'`,
    $skip: '0',
    $top: '1',
  })
  const response = await http.request(`/5F64D864-61CB-4D0D-8AD9-492047CC1EA6?${query}`, acceptJson)
  if (response.status !== 200) return toFailure(response)
  const companies = response.text.trim() === '' ? [] : parseJson(companiesSchema, response)
  if (!companies) return toFailure(response)
  // Sole traders, branches and institutions are in other lists.
  return toFound(ownEntry(companies, (company) => company.Business_Accounting_NO === compact))
}

function toFound(company: Company): RegisterAnswer {
  const status = cleanText(company.Company_Status_Desc)
  const registered = standingOf(status ?? '')
  if (registered === undefined) return unknownStatus('gcis', status)
  if (registered === null) return noAnswer('NOT_COVERED')
  return found({
    registered,
    name: company.Company_Name,
    address: company.Company_Location,
    status,
    facts: {
      foundedOn: rocDate(company.Company_Setup_Date),
      endedOn: rocDate(company.Revoke_App_Date),
      suspendedFrom: rocDate(company.Sus_Beg_Date),
      suspendedUntil: rocDate(company.Sus_End_Date),
      registeredBy: company.Register_Organization_Desc,
    },
  })
}
