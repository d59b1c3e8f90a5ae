import { json, type Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

const statuses: Readonly<Record<string, string>> = { '02': '解散', '07': '' }

const nothing: Reply = {
  status: 200,
  headers: { 'content-type': 'application/json;charset=utf-8' },
  body: '',
}

/** GET by company number. The last two digits decide: `statuses`, 08 suspended, 09 an empty body instead of `[]`. */
export const gcis: FakeRegister = {
  id: 'gcis',
  unavailable: () => html(200, '系統忙碌中，請稍後再試'),
  answer: (call, { swapped }) => {
    const [, number] = /^Business_Accounting_NO eq '(\d{8})'$/.exec(call.query.get('$filter') ?? '') ?? []
    const isKnown = call.path === '/5F64D864-61CB-4D0D-8AD9-492047CC1EA6'
    if (!isKnown || call.query.get('$format') !== 'json' || number === undefined) return html(404, '查無資料')
    const ending = number.slice(-2)
    const company = companyOf(number, '股份有限公司')
    if (ending === '09') return nothing
    if (!company) return json(200, [])
    const status = statuses[ending] ?? '核准設立'
    return json(200, [
      {
        Business_Accounting_NO: swapped ? '04595257' : number,
        Company_Status_Desc: status,
        Company_Name: company.name,
        Company_Location: `臺北市信義區${company.street}`,
        Register_Organization_Desc: '臺北市政府',
        Company_Setup_Date: '0760221',
        Revoke_App_Date: ending === '02' ? '1120331' : '',
        Sus_Beg_Date: ending === '08' ? '1150101' : '',
        Sus_End_Date: ending === '08' ? '1151231' : '',
      },
    ])
  },
}
