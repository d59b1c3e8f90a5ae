import { bearer, type Call, json, type Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import type { FakeRegister } from './register.ts'

const { KRA_CONSUMER_KEY, KRA_CONSUMER_SECRET } = REGISTER_KEYS
const BASIC = `Basic ${btoa(`${KRA_CONSUMER_KEY}:${KRA_CONSUMER_SECRET}`)}`

const tokens = new Set<string>()
const used = new Set<string>()

const refused = (status: number, errorCode: string, errorMessage: string) =>
  json(status, { requestId: crypto.randomUUID(), errorCode, errorMessage })
const expired: Reply = json(500, { fault: { faultstring: 'Access Token expired' } })

/** By the last two digits. */
const states: Readonly<Record<string, string>> = {
  '91': 'Suspended',
  '92': 'Cancelled',
  '93': 'Stopped',
  '94': 'Unheard of',
}
const UNKNOWN_CODE = '95'
/** Requires an unused access token. */
const PICKY = '96'

/** GET /v1/token/generate and POST /checker/v1/pinbypin. Data of individuals (A) is masked. */
export const kra: FakeRegister = {
  id: 'kra',
  unavailable: () => refused(500, '500', 'Internal Server Error'),
  answer: (call, { swapped }) => {
    if (call.path === '/v1/token/generate') return token(call)
    if (call.method !== 'POST' || call.path !== '/checker/v1/pinbypin')
      return refused(404, '404', 'Not Found')
    const accessToken = bearer(call)
    if (!tokens.has(accessToken)) return refused(401, '401', 'Invalid access token')
    const isUsed = used.has(accessToken)
    used.add(accessToken)
    const { KRAPIN = '' }: { KRAPIN?: string } = JSON.parse(call.body)
    const digits = KRAPIN.slice(-3, -1)
    if (digits === PICKY && isUsed) return expired
    if (digits === UNKNOWN_CODE) return json(200, { ResponseCode: '19999', Status: 'NOK', Message: 'Error' })
    const company = companyOf(KRAPIN, 'Ltd')
    if (!/^[AP]\d{9}[A-Z]$/.test(KRAPIN) || !company) {
      return json(200, { ResponseCode: '19005', Message: 'Invalid PIN', Status: 'NOK' })
    }
    const isPerson = KRAPIN.startsWith('A')
    const shown = swapped ? 'P000000001A' : KRAPIN
    return json(200, {
      ResponseCode: '23000',
      Status: 'OK',
      PINDATA: {
        KRAPIN: isPerson ? `${shown.slice(0, 1)}***${shown.slice(-2)}` : shown,
        TypeOfTaxpayer: isPerson ? 'Individual' : 'Non Individual',
        Name: isPerson ? 'J**n D**' : company.name,
        StatusOfPIN: states[digits] ?? 'Active',
      },
    })
  },
}

function token({ method, query, headers }: Call): Reply {
  if (
    method !== 'GET' ||
    query.get('grant_type') !== 'client_credentials' ||
    headers.authorization !== BASIC
  ) {
    return refused(401, '401', 'Client credentials are invalid')
  }
  const made = crypto.randomUUID()
  tokens.add(made)
  return json(200, { access_token: made, expires_in: '3599' })
}
