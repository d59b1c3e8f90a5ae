import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import type { FakeRegister } from './register.ts'

const statuses: Readonly<Record<string, string>> = {
  '01': 'Removed',
  '02': 'Closed',
  '03': 'Removed and In Liquidation',
  '04': 'In Liquidation',
  '07': 'Inactive',
  '08': 'In Receivership & In Liquidation',
  '09': 'Under Review',
}

const refused = (status: number, errorCode: string, errorDescription: string) =>
  json(status, { status: String(status), errorDescription, errorCode, list: [] })

const address = (addressType: string, endDate: string | null, fields: object) => ({
  addressType,
  endDate,
  countryCode: 'NZ',
  ...fields,
})

/**
 * GET /entities/{nzbn}, behind a gateway with errors of its own. The last two digits decide: `statuses`, 05 private name
 * and address, 06 a 404 of the gateway.
 */
export const nzbn: FakeRegister = {
  id: 'nzbn',
  throttled: () =>
    json(
      429,
      { statusCode: 429, message: 'Rate limit is exceeded. Try again in 30 seconds.' },
      { 'retry-after': '30' },
    ),
  unavailable: () => refused(500, 'internal_error', 'An internal error has occurred.'),
  answer: (call, { swapped }) => {
    if (call.headers['ocp-apim-subscription-key'] !== REGISTER_KEYS.NZBN_SUBSCRIPTION_KEY) {
      return json(401, {
        statusCode: 401,
        message: 'Access denied due to invalid subscription key. Make sure to provide a valid key.',
      })
    }
    const [, number] = /^\/entities\/([^/]+)$/.exec(call.path) ?? []
    if (number === undefined || number.endsWith('06')) {
      return json(404, { statusCode: 404, message: 'Resource not found' })
    }
    if (!/^94\d{11}$/.test(number)) return refused(400, 'validation_error', 'The NZBN is not valid.')
    const company = companyOf(number, 'LIMITED')
    if (!company) return refused(404, 'not_found', 'Specified resource was not found.')
    const isPrivate = number.endsWith('05')
    return json(200, {
      nzbn: swapped ? '9429041525746' : number,
      entityName: isPrivate ? null : company.name.toUpperCase(),
      entityTypeDescription: isPrivate ? 'Sole Trader' : 'NZ Limited Company',
      entityStatusDescription: statuses[number.slice(-2)] ?? 'Registered',
      registrationDate: '2001-10-16T00:00:00.000+1300',
      sourceRegisterUniqueIdentifier: isPrivate ? '' : number.slice(5, 12),
      addresses: {
        addressList: isPrivate
          ? null
          : [
              address('POSTAL', null, { address1: 'PO Box 1', postCode: '1140' }),
              address('REGISTERED', '2019-12-31', { address1: '1 Former Place', postCode: '1010' }),
              address('REGISTERED', null, {
                address1: company.street,
                address2: null,
                address3: '',
                address4: company.city,
                postCode: company.postcode.slice(0, 4),
              }),
            ],
      },
      tradingNames: [
        { name: company.name.replace(' LIMITED', ''), endDate: isPrivate ? '2020-01-01' : null },
      ],
      gstNumbers: [],
    })
  },
}
