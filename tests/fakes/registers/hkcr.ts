import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** GET /local/search and /foreign/search by BRN. Numbers that end with 7 are companies of other places. */
export const hkcr: FakeRegister = {
  id: 'hkcr',
  answer: (call, { swapped }) => {
    const [, list] = /^\/(local|foreign)\/search$/.exec(call.path) ?? []
    const { query } = call
    const number = query.get('query[0][key3]') ?? ''
    if (!list) return html(404, 'Not Found')
    if (query.get('query[0][key1]') !== 'Brn')
      return json(200, { status: 400, message: 'Invalid requested Item.' })
    if (query.get('query[0][key2]') !== 'equal' || !/^\d{8}$/.test(number)) {
      return json(200, { status: 400, message: 'Invalid requested Filter.' })
    }
    const company = companyOf(number, 'LIMITED')
    if (!company || list !== (number.endsWith('7') ? 'foreign' : 'local')) return json(200, [])
    const Brn = swapped ? '00000000' : number
    if (list === 'foreign') {
      return json(200, [{ Brn, Corporate_Name: company.name.toUpperCase(), Place_of_Incorporation: 'JAPAN' }])
    }
    return json(200, [
      {
        Brn,
        English_Company_Name: company.name.toUpperCase(),
        Chinese_Company_Name: '光明有限公司',
        Address_of_Registered_Office: `${company.street}, HONG KONG`.toUpperCase(),
        Company_Type: 'Private company limited by shares',
        Date_of_Incorporation: '22-05-1997',
      },
    ])
  },
}
