import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import { type FakeRegister, html } from './register.ts'

/** By the last two digits. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '91': { process: '04', disposalDate: '2024-03-31' },
  '92': { process: '03', expireDate: '2024-03-31' },
  '93': { process: '02', disposalDate: '2999-03-31' },
  '94': { process: '99', name: '', address: '', kana: '' },
  '95': { registrationDate: '2999-04-01' },
  '97': { process: '03' },
  '99': { process: '05' },
  '96': { kind: '1', name: '', address: '', kana: '', tradeName: '' },
}

const page = (announcement: readonly unknown[]) =>
  json(200, { count: String(announcement.length), announcement })

/** GET /num. An unknown application ID is 404; 403 means too many requests. */
export const invoice: FakeRegister = {
  id: 'invoice',
  throttled: () => html(403, 'Forbidden'),
  unavailable: () => html(500, 'Internal Server Error'),
  answer: (call, { swapped }) => {
    const number = call.query.get('number') ?? ''
    if (call.path !== '/num' || call.query.get('id') !== REGISTER_KEYS.JP_INVOICE_APP_ID) {
      return html(404, 'Not Found')
    }
    if (!/^T\d{13}$/.test(number) || call.query.get('type') !== '21') {
      return { status: 400, headers: { 'content-type': 'text/csv;charset=utf-8' }, body: '020,number\n' }
    }
    const company = companyOf(number, '株式会社')
    if (!company) return page([])
    if (number.endsWith('98')) return json(200, { ...JSON.parse(page([]).body), count: '1' })
    return page([
      {
        registratedNumber: swapped ? 'T1180301018771' : number,
        process: '01',
        kind: '2',
        registrationDate: '2023-10-01',
        disposalDate: '',
        expireDate: '',
        address: `東京都千代田区${company.street}`,
        name: company.name,
        tradeName: '',
        ...others[number.slice(-2)],
      },
    ])
  },
}
