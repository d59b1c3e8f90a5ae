import * as z from 'zod/mini'
import type { TextResponse } from '#worker/lib/http-client.ts'
import { found, noAnswer, notFound, unknownStatus } from './answers.ts'
import { callWithToken } from './client-credentials.ts'
import { optionalText, parseOk, postJson, readOk } from './json.ts'
import type { Register, RegisterAnswer, RegisterHttp } from './register.ts'

/** https://developer.go.ke/apis, "PIN Checker by PIN". */
const validSchema = z.object({
  ResponseCode: z.literal('23000'),
  Status: z.literal('OK'),
  PINDATA: z.object({
    KRAPIN: z.string(),
    TypeOfTaxpayer: optionalText,
    Name: optionalText,
    StatusOfPIN: z.string(),
  }),
})
const invalidSchema = z.object({ ResponseCode: z.literal('19005'), Status: z.literal('NOK') })

const isRegistered: ReadonlyMap<string, boolean> = new Map([
  ['Active', true],
  ['Suspended', true],
  ['Cancelled', false],
  ['Stopped', false],
])

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const response = await callWithToken(
    http,
    () => requestToken(http),
    (Authorization) => http.request('/checker/v1/pinbypin', postJson({ KRAPIN: compact }, { Authorization })),
    isTokenExpired,
  )
  return readAnswer(response, compact)
}

function requestToken(http: RegisterHttp): Promise<TextResponse> {
  const { KRA_CONSUMER_KEY = '', KRA_CONSUMER_SECRET = '' } = http.settings
  return http.request('/v1/token/generate?grant_type=client_credentials', {
    headers: { Authorization: `Basic ${btoa(`${KRA_CONSUMER_KEY}:${KRA_CONSUMER_SECRET}`)}` },
  })
}

const isTokenExpired = ({ status, text }: TextResponse) =>
  status === 401 || (status === 500 && /token expired/i.test(text))

function readAnswer(response: TextResponse, compact: string): RegisterAnswer {
  if (parseOk(invalidSchema, response)) return notFound
  const entry = readOk(validSchema, response).PINDATA
  if (!fits(entry.KRAPIN, compact)) return noAnswer('WRONG_NUMBER')
  const registered = isRegistered.get(entry.StatusOfPIN)
  if (registered === undefined) return unknownStatus('kra', entry.StatusOfPIN)
  return found({
    registered,
    name: entry.Name?.includes('*') ? null : entry.Name,
    status: entry.StatusOfPIN,
    facts: { entityType: entry.TypeOfTaxpayer },
  })
}

/** Of individuals, the register hides parts of name and PIN, such as A***7Q. */
const fits = (shown: string, compact: string) =>
  /^[A-Z\d*]*[A-Z\d][A-Z\d*]*$/.test(shown) && new RegExp(`^${shown.replace(/\*+/g, '.*')}$`).test(compact)
