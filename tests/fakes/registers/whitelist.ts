import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** By the last two digits. Others are active VAT payers. */
const states: Readonly<Record<string, string>> = {
  '21': 'Zwolniony',
  '22': 'Niezarejestrowany',
  '23': 'Nieznany',
}
const refused: Readonly<Record<string, readonly [number, string]>> = {
  '31': [400, 'WL-115'],
  '32': [429, 'WL-191'],
  '33': [503, 'WL-195'],
  '34': [503, 'WL-196'],
  '35': [404, 'WL-404'],
}

/** GET /api/search/nip/{nip}?date=. */
export const whitelist: FakeRegister = {
  id: 'whitelist',
  throttled: () => json(429, { code: 'WL-191', message: 'Przekroczono limit zapytań' }),
  answer: (call, { swapped }) => {
    const [, nip] = /^\/api\/search\/nip\/(\d{10})$/.exec(call.path) ?? []
    if (nip === undefined || !/^\d{4}-\d\d-\d\d$/.test(call.query.get('date') ?? '')) {
      return html(404, 'Not Found')
    }
    const [status, code] = refused[nip.slice(-2)] ?? []
    if (status !== undefined) return json(status, { code, message: 'Błąd' })
    const company = companyOf(nip, 'SP. Z O.O.')
    const statusVat = states[nip.slice(-2)] ?? 'Czynny'
    return json(200, {
      result: {
        subject: company
          ? {
              name: company.name.toUpperCase(),
              nip: swapped ? '5252248481' : nip,
              statusVat,
              regon: '012345678',
              krs: '0000123456',
              residenceAddress: null,
              workingAddress: `${company.street.toUpperCase()}, ${company.postcode} ${company.city.toUpperCase()}`,
              registrationLegalDate: '2001-06-01',
              removalDate: statusVat === 'Niezarejestrowany' ? '2023-03-31' : null,
            }
          : null,
        requestId: 'd2n10-84df1a1',
      },
    })
  },
}
