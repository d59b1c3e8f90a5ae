import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import type { FakeRegister } from './register.ts'

const statuses: Readonly<Record<string, readonly [string, string]>> = {
  '01': ['80', 'Removed'],
  '02': ['91', 'Closed'],
  '03': ['62', 'Removed and In Liquidation'],
  '04': ['60', 'In Liquidation'],
  '07': ['90', 'Inactive'],
  '08': ['71', 'In Receivership & In Liquidation'],
  '09': ['99', 'Under Review'],
}

const refused = (status: number, errorCode: string, errorDescription: string) =>
  json(status, { status: String(status), errorDescription, errorCode, list: [] })

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
    const [entityStatusCode, entityStatusDescription] = statuses[number.slice(-2)] ?? ['50', 'Registered']
    const isPrivate = number.endsWith('05')
    return json(200, {
      nzbn: swapped ? '9429041525746' : number,
      entityName: isPrivate ? null : company.name.toUpperCase(),
      entityTypeCode: isPrivate ? 'Sole_Trader' : 'LTD',
      entityTypeDescription: isPrivate ? 'Sole Trader' : 'NZ Limited Company',
      entityStatusCode,
      entityStatusDescription,
      registrationDate: '2001-10-16T00:00:00.000+1300',
      sourceRegister: 'COMPANY',
      sourceRegisterUniqueIdentifier: isPrivate ? '' : number.slice(5, 12),
      addresses: {
        links: null,
        addressList: isPrivate
          ? null
          : [
              {
                addressType: 'POSTAL',
                endDate: null,
                address1: 'PO Box 1',
                postCode: '1140',
                countryCode: 'NZ',
              },
              {
                addressType: 'REGISTERED',
                endDate: '2019-12-31',
                address1: '1 Former Place',
                postCode: '1010',
                countryCode: 'NZ',
              },
              {
                addressType: 'REGISTERED',
                endDate: null,
                address1: company.street,
                address2: null,
                address3: '',
                address4: company.city,
                postCode: company.postcode.slice(0, 4),
                countryCode: 'NZ',
              },
            ],
      },
      tradingNames: [
        { name: company.name.replace(' LIMITED', ''), endDate: isPrivate ? '2020-01-01' : null },
      ],
      gstNumbers: [],
      hibernationStatusCode: null,
    })
  },
}
