import { json, type Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import type { FakeRegister } from './register.ts'

const MOST = 10

const refused = (status: number, code: string, message: string) => json(status, { code, message })
const invalid = (message: string) => refused(400, 'INVALID_REQUEST', `Invalid payload - ${message}`)

/** By the last three digits. */
const errors: Readonly<Record<string, Reply>> = {
  '901': refused(500, 'INTERNAL_SERVER_ERROR', 'Unknown error'),
  '902': refused(
    404,
    'MATCHING_RESOURCE_NOT_FOUND',
    'A resource with the name in the request can not be found',
  ),
  '903': { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Service Unavailable' },
  '904': refused(504, 'GATEWAY_TIMEOUT', 'The request timed out'),
}
const LEFT_OUT = '909'

/**
 * POST /check-multiple-eori of github.com/hmrc/check-eori-number-api. A number's last digit decides as in HMRC's sandbox
 * whether its holder agreed to be named: 2 to 5 did.
 */
export const gbeori: FakeRegister = {
  id: 'gbeori',
  throttled: () => refused(429, 'MESSAGE_THROTTLED_OUT', 'The request for the API is throttled'),
  unavailable: () => refused(503, 'SCHEDULED_MAINTENANCE', 'The service is down for maintenance'),
  answer: (call, { swapped }) => {
    if (call.method !== 'POST' || call.path !== '/customs/eori/lookup/check-multiple-eori') {
      return refused(404, 'MATCHING_RESOURCE_NOT_FOUND', 'No such resource')
    }
    if (call.headers.accept !== 'application/vnd.hmrc.1.0+json') {
      return refused(406, 'ACCEPT_HEADER_INVALID', 'The accept header is missing or invalid')
    }
    const { eoris = [] }: { eoris?: string[] } = JSON.parse(call.body)
    if (eoris.length === 0) return invalid('one or more EORI numbers are required in your body')
    if (eoris.length > MOST) return invalid(`you have exceeded the maximum of ${MOST} EORI numbers`)
    if (!eoris.every((eori) => /^GB\d{12,15}$/.test(eori))) {
      return invalid('one or more EORI numbers are not valid')
    }
    const error = eoris.map((eori) => errors[eori.slice(-3)]).find(Boolean)
    if (error) return error
    return json(
      200,
      eoris.flatMap((eori) => (eori.endsWith(LEFT_OUT) ? [] : entryOf(eori, swapped))),
    )
  },
}

function entryOf(number: string, swapped: boolean) {
  const company = companyOf(number, 'Ltd')
  const address = company && {
    streetAndNumber: company.street,
    cityName: company.city,
    postcode: `SW${company.postcode.slice(0, 1)} ${company.postcode.slice(1, 2)}AA`,
  }
  return {
    eori: swapped ? 'GB999999999999' : number,
    valid: company !== undefined,
    ...(company && /[2-5]$/.test(number) && { companyDetails: { traderName: company.name, address } }),
  }
}
