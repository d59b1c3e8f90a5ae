import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** By the last two digits. */
const statuses: Readonly<Record<string, string>> = { '11': 'K', '22': 'L', '33': 'N', '44': 'X' }

/** GET /autocomplete. The last two digits decide: `statuses`, or 55: a second entry and a postal code in the address. */
export const ariregister: FakeRegister = {
  id: 'ariregister',
  answer: (call, { swapped }) => {
    if (call.method !== 'GET' || call.path !== '/autocomplete') return html(404, 'Not Found')
    const code = call.query.get('q') ?? ''
    const company = /^\d{8}$/.test(code) ? companyOf(code, 'OÜ') : undefined
    const ending = code.slice(-2)
    const entry = company && {
      reg_code: swapped ? 10234957 : Number(code),
      name: company.name,
      status: statuses[ending] ?? 'R',
      legal_address: `${company.city}, ${company.street}${ending === '55' ? `, ${company.postcode}` : ''}`,
      zip_code: company.postcode,
      legal_form: '5',
    }
    return json(200, {
      status: 'OK',
      data: entry
        ? [...(ending === '55' ? [{ ...entry, reg_code: Number(`${code}1`), name: 'Teine OÜ' }] : []), entry]
        : [],
    })
  },
}
