import * as z from 'zod/mini'
import type { TextResponse } from '#worker/lib/http-client.ts'
import { parseXml, textAt } from '#worker/lib/xml.ts'
import {
  answersByNumber,
  found,
  type LookUpAll,
  noAnswer,
  notFound,
  toFailure,
  unknownStatus,
} from './answers.ts'
import { optional, optionalText, parseJson, parseOk, postJson } from './json.ts'
import { reasonsOf } from './reasons.ts'
import type { NoAnswer, RegisterAnswer } from './register.ts'

const businessSchema = z.object({
  b_no: z.string(),
  b_stt: optionalText,
  b_stt_cd: z.nullish(z.string()),
  tax_type: z.nullish(z.string()),
  tax_type_cd: optionalText,
  end_dt: optionalText,
  tax_type_change_dt: optionalText,
})
/** https://www.data.go.kr/data/15081808/openapi.do, POST /status. */
const answerSchema = z.object({
  status_code: z.literal('OK'),
  data: z.array(optional(businessSchema)).check(z.minLength(1)),
})
type Business = z.infer<typeof businessSchema>

const refusedSchema = z.object({ status_code: z.string() })
const stoppedSchema = z.object({ code: z.number() })

/** Words are of the service, negative numbers of its gateway, and positive ones of the portal. */
const reasonOf = reasonsOf({
  REFUSED: 'BAD_JSON_REQUEST REQUEST_DATA_MALFORMED TOO_LARGE_REQUEST -2 10 11',
  UNAVAILABLE: 'INTERNAL_ERROR HTTP_ERROR -1 1 4 5 99',
  BLOCKED: '-3 -4 -9 -401 12 20 21 30 31 32 33',
  THROTTLED: '-10 22 23',
})

const NOT_REGISTERED = '국세청에 등록되지 않은 사업자등록번호입니다'
const CLOSED = '03'
const standings = new Set(['01', '02', CLOSED])
const vatKinds = new Set(['01', '02', '03', '07'])

export const lookUpAll: LookUpAll = async (http, numbers) => {
  // The portal shows the key both plain and URL-encoded.
  const key = decodeURIComponent(http.settings.NTS_SERVICE_KEY ?? '')
  const response = await http.request(
    '/status',
    postJson({ b_no: [...new Set(numbers)] }, { Authorization: `Infuser ${key}` }),
  )
  const read = parseOk(answerSchema, response)
  if (!read) return await refusal(response)
  return answersByNumber(numbers, read.data, ({ b_no }) => b_no, toFound)
}

function toFound(business: Business): RegisterAnswer {
  const { b_stt_cd: standing, tax_type: kind } = business
  if (!standing && kind?.startsWith(NOT_REGISTERED)) return notFound
  if (!standing || !standings.has(standing)) return unknownStatus('nts', standing)
  return found({
    registered: standing !== CLOSED,
    proves: vatKinds.has(business.tax_type_cd ?? '') ? 'vat_registration' : 'business',
    status: business.b_stt,
    facts: {
      taxType: kind,
      taxTypeSince: dateOf(business.tax_type_change_dt),
      closedOn: standing === CLOSED ? dateOf(business.end_dt) : null,
    },
  })
}

const dateOf = (digits: string | null | undefined) => digits?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

async function refusal(response: TextResponse): Promise<NoAnswer> {
  const code =
    parseJson(refusedSchema, response)?.status_code ??
    parseJson(stoppedSchema, response)?.code.toString() ??
    (await portalCode(response)) ??
    ''
  const reason = reasonOf(code)
  return reason ? noAnswer(reason, code) : toFailure(response)
}

/** The portal in front of the service reports errors as XML, also with 200: https://www.data.go.kr/data/15081808/openapi.do. */
async function portalCode({ text }: TextResponse): Promise<string | undefined> {
  const document = text.includes('<OpenAPI_ServiceResponse') ? await parseXml(text) : undefined
  const code = textAt(document, 'cmmMsgHeader/returnReasonCode')
  return code && String(Number(code))
}
