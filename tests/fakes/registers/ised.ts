import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

const path = /^\/corporations\/([^/]+)\.json$/

/** By the last two digits. */
const statuses: Readonly<Record<string, string>> = {
  '11': 'Dissolved',
  '22': 'Active - Dissolution Pending (Non-compliance)',
  '33': 'Inactive - Amalgamated',
  '44': 'Pending',
}

/**
 * GET /corporations/{business number}.json, always 200. The last two digits decide: `statuses`, 55 a former name and
 * address, 66 a number with an account, 77 neither name nor address, 88 another message.
 */
export const ised: FakeRegister = {
  id: 'ised',
  answer: (call, { swapped }) => {
    const [, number = ''] = path.exec(call.path) ?? []
    if (call.method !== 'GET' || number === '') return html(404, 'Not Found')
    const ending = number.slice(-2)
    if (ending === '88') return json(200, ['an error has occurred', 'une erreur est survenue'])
    const company = /^\d{9}$/.test(number) ? companyOf(number, 'Inc.') : undefined
    if (!company) {
      return json(200, [`could not find corporation ${number}`, `La société ${number} est inconnue.`])
    }
    const name = (text: string, current: boolean) => ({
      CorporationName: { name: text, nameType: 'Primary', current, effectiveDate: '2004-02-06' },
    })
    const address = (line: string, current: boolean) => ({
      address: {
        addressLine: [line],
        city: company.city.toUpperCase(),
        postalCode: 'K1A 0B1',
        provinceCode: 'ON',
        countryCode: 'CA',
        current,
      },
    })
    const hasTwo = ending === '55'
    const isSilent = ending === '77'
    return json(200, [
      {
        corporationId: number.slice(0, 7),
        act: 'Canada Business Corporations Act',
        status: statuses[ending] ?? 'Active',
        corporationNames: isSilent
          ? []
          : [...(hasTwo ? [name('Old Name Inc.', false)] : []), name(company.name, true)],
        adresses: isSilent
          ? []
          : [...(hasTwo ? [address('1 Old Road', false)] : []), address(company.street.toUpperCase(), true)],
        businessNumbers: {
          businessNumber: swapped ? '123026635' : ending === '66' ? `${number}RC0001` : number,
        },
        activities: [
          { activity: { activity: 'Incorporation', date: '2004-02-06' } },
          ...(ending === '11' ? [{ activity: { activity: 'Dissolution', date: '2019-11-30' } }] : []),
        ],
      },
      null,
    ])
  },
}
