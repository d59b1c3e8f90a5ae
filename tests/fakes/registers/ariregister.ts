import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** GET /autocomplete. A number that ends with 55 has a second entry and a postal code in the address. */
export const ariregister: FakeRegister = {
  id: 'ariregister',
  answer: (call, { swapped }) => {
    if (call.method !== 'GET' || call.path !== '/autocomplete') return html(404, 'Not Found')
    const code = call.query.get('q') ?? ''
    const company = /^\d{8}$/.test(code) ? companyOf(code, 'OÜ') : undefined
    const isSecond = code.endsWith('55')
    const entry = company && {
      reg_code: swapped ? 10234957 : Number(code),
      name: company.name,
      status: 'R',
      legal_address: `${company.city}, ${company.street}${isSecond ? `, ${company.postcode}` : ''}`,
      zip_code: company.postcode,
      legal_form: '5',
    }
    return json(200, {
      status: 'OK',
      data: entry
        ? [...(isSecond ? [{ ...entry, reg_code: Number(`${code}1`), name: 'Teine OÜ' }] : []), entry]
        : [],
    })
  },
}
