import { bearer, json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import { type FakeRegister, tokenEndpoint } from './register.ts'

const path = /^\/organisations\/vat\/check-vat-number\/lookup\/([^/]+)(?:\/([^/]+))?$/

const refused = (status: number, code: string, message = '') => json(status, { code, message })

/** Numbers with a special answer. */
const errors: Readonly<Record<string, readonly [status: number, code: string]>> = {
  '900000004': [401, 'INVALID_CREDENTIALS'],
  '900000008': [403, 'INVALID_REQUEST'],
}
/** Requires an unused access token. */
const PICKY = '900000009'

const { tokens, answer: answerToken } = tokenEndpoint({
  id: REGISTER_KEYS.HMRC_CLIENT_ID,
  secret: REGISTER_KEYS.HMRC_CLIENT_SECRET,
  scope: 'read:vat',
  seconds: 14_400,
})
const used = new Set<string>()

/** POST /oauth/token and GET /lookup/{targetVrn}[/{requesterVrn}], version 2. */
export const hmrc: FakeRegister = {
  id: 'hmrc',
  throttled: () => refused(429, 'MESSAGE_THROTTLED_OUT', 'The request for the API is throttled'),
  unavailable: () => refused(503, 'SCHEDULED_MAINTENANCE', 'The service is down for maintenance'),
  answer: (call, { swapped }) => {
    if (call.path === '/oauth/token') return answerToken(call)
    const [, target, requester] = path.exec(call.path) ?? []
    const isVersion2 = call.headers.accept === 'application/vnd.hmrc.2.0+json'
    if (!target || !isVersion2) return refused(404, 'MATCHING_RESOURCE_NOT_FOUND', 'No such resource')
    return lookUp(bearer(call), target, requester, swapped)
  },
}

function lookUp(token: string, target: string, requester: string | undefined, swapped: boolean) {
  if (!token) return refused(401, 'MISSING_CREDENTIALS', 'Authentication information is not provided')
  const isUsed = used.has(token)
  used.add(token)
  if (!tokens.has(token) || (target === PICKY && isUsed)) {
    return refused(401, 'INVALID_CREDENTIALS', 'Invalid Authentication information provided')
  }
  const isVrn = (number: string) => /^(\d{9}|\d{12})$/.test(number)
  if (!isVrn(target)) return refused(400, 'INVALID_REQUEST', 'Invalid targetVrn')
  if (requester !== undefined && !isVrn(requester)) {
    return refused(400, 'INVALID_REQUEST', 'Invalid requesterVrn')
  }
  const error = errors[target]
  if (error) return refused(...error)
  const company = companyOf(target, 'Ltd')
  if (!company) return refused(404, 'NOT_FOUND', 'targetVrn does not match a registered company')
  if (requester !== undefined && !companyOf(requester, 'Ltd')) {
    return refused(403, 'INVALID_REQUEST', 'requesterVrn does not match a registered company')
  }
  return json(200, {
    target: {
      name: company.name,
      vatNumber: swapped ? `${target.slice(0, -1)}${target.endsWith('0') ? '1' : '0'}` : target,
      address: {
        line1: company.street,
        line2: company.city,
        postcode: `SW${company.postcode.slice(0, 1)} ${company.postcode.slice(1, 2)}AA`,
        countryCode: 'GB',
      },
    },
    ...(requester !== undefined && { requester, consultationNumber: `YQD-${target.slice(-6, -3)}-WWX` }),
  })
}
