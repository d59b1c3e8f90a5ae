import { type Call, json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import type { FakeRegister } from './register.ts'

const states = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
)
/** Member states that don't disclose names. */
const silent = new Set(['DE', 'ES'])

const refused = (error: string) => json(200, { actionSucceed: false, errorWrappers: [{ error }] })

/** Numbers of VIES's own test service. */
const errors: Readonly<Record<string, string>> = {
  '201': 'INVALID_INPUT',
  '202': 'INVALID_REQUESTER_INFO',
  '300': 'SERVICE_UNAVAILABLE',
  '301': 'MS_UNAVAILABLE',
  '302': 'TIMEOUT',
  '400': 'VAT_BLOCKED',
  '401': 'IP_BLOCKED',
  '500': 'GLOBAL_MAX_CONCURRENT_REQ',
  '501': 'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  '600': 'MS_MAX_CONCURRENT_REQ',
  '601': 'MS_MAX_CONCURRENT_REQ_TIME',
}

/** Outages in the shape of an answer. */
const disguises: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '700': { valid: false, userError: 'MS_MAX_CONCURRENT_REQ' },
  '701': { valid: false, userError: 'IP_BLOCKED' },
  '702': { valid: false, userError: 'IO_ERROR' },
  '703': { valid: false, actionSucceed: false },
  '704': { valid: true, userError: 'INVALID' },
  '705': { valid: false, userError: 'INVALID' },
}

/** POST /check-vat-number and GET /check-status of VIES's REST service. */
export const vies: FakeRegister = {
  id: 'vies',
  throttled: () => refused('MS_MAX_CONCURRENT_REQ'),
  unavailable: () => refused('MS_UNAVAILABLE'),
  answer: (call, { swapped }) => {
    if (call.method === 'GET' && call.path === '/check-status') {
      return json(200, {
        vow: { available: true },
        countries: [...states].map((countryCode) => ({ countryCode, availability: 'Available' })),
      })
    }
    if (call.method !== 'POST' || call.path !== '/check-vat-number') return json(404, { error: 'Not Found' })
    return check(call, swapped)
  },
}

function check(call: Call, swapped: boolean) {
  const asked: Record<string, string> = JSON.parse(call.body)
  const { countryCode = '', vatNumber = '', requesterMemberStateCode, requesterNumber } = asked
  if (!states.has(countryCode) || !/^[0-9A-Za-z+*]{2,12}$/.test(vatNumber)) return refused('INVALID_INPUT')
  const error = errors[vatNumber]
  if (error) return refused(error)
  const hasRequester = Boolean(requesterMemberStateCode && requesterNumber)
  if (hasRequester && !companyOf(`${requesterMemberStateCode}${requesterNumber}`, 'Ltd')) {
    return refused('INVALID_REQUESTER_INFO')
  }
  const company = companyOf(`${countryCode}${vatNumber}`, 'Ltd')
  const isSilent = silent.has(countryCode) || !company
  return json(200, {
    countryCode,
    vatNumber: swapped ? `${vatNumber.slice(0, -1)}${vatNumber.endsWith('0') ? '1' : '0'}` : vatNumber,
    valid: company !== undefined,
    requestIdentifier: company && hasRequester ? `WAPIAAAA${vatNumber.slice(-8).padStart(8, 'X')}` : '',
    name: isSilent ? '---' : company.name.toUpperCase(),
    address: isSilent ? '---' : `${company.street} \n${company.postcode} ${company.city}\n`,
    ...disguises[vatNumber],
  })
}
