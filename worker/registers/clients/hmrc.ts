import * as z from 'zod'
import type { TextResponse } from '#worker/lib/http-client.ts'
import {
  addressOf,
  disclosed,
  failureOf,
  found,
  noAnswer,
  notFound,
  readJson,
  TIME_FOR_ANOTHER,
  withoutRequester,
} from '#worker/registers/reading.ts'
import type { Line, NoAnswer, Question, Register, RegisterAnswer } from '#worker/registers/register.ts'

/**
 * https://developer.service.hmrc.gov.uk/api-documentation/docs/api/service/vat-registered-companies-api/2.0,
 * GET /lookup/{targetVrn}[/{requesterVrn}].
 */
const checkedSchema = z.object({
  target: z.object({
    vatNumber: z.string(),
    name: z.string().nullish(),
    address: z
      .object({
        line1: z.string().nullish(),
        line2: z.string().nullish(),
        line3: z.string().nullish(),
        line4: z.string().nullish(),
        line5: z.string().nullish(),
        postcode: z.string().nullish(),
        countryCode: z.string().nullish(),
      })
      .nullish(),
  }),
  consultationNumber: z.string().nullish(),
})
const refusedSchema = z.object({ code: z.string() })
/** The token's errors have `error` where all others have `code`. */
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const noTokenSchema = z.object({ error: z.string() })

/** A token is left alone so long before its end (seconds). */
const TOKEN_MARGIN = 300

const requesters = ['GB', 'XI']

/** Whose VRN the question can be asked in. */
const requesterOf = ({ requester }: Question) =>
  requester && requesters.includes(requester.country) && isVrn(requester.number)
    ? requester.number
    : undefined
const isVrn = (number: string) => /^(\d{9}|\d{12})$/.test(number)

class NoToken extends Error {
  readonly answer: NoAnswer

  constructor(answer: NoAnswer) {
    super('HMRC gave no token')
    this.answer = answer
  }
}

export const hmrc: Register = {
  id: 'hmrc',
  name: 'HM Revenue & Customs',
  identifiers: ['GB.VAT'],
  base: 'https://api.service.hmrc.gov.uk',
  needs: ['HMRC_CLIENT_ID', 'HMRC_CLIENT_SECRET'],
  limit: { atOnce: 3, calls: 3, seconds: 1 },
  requesters,
  lookUp: async (line, question) => {
    // Government departments (GD) and health authorities (HA) cannot be asked about.
    if (!isVrn(question.compact)) return noAnswer('REFUSED')
    try {
      const answer = await checkWithToken(line, question)
      // A requester whose VRN is in no register; about the number asked for nothing is said.
      const isRequesterRefused = answer.status === 403 && codeOf(answer) === 'INVALID_REQUEST'
      if (!isRequesterRefused || !requesterOf(question) || line.left() < TIME_FOR_ANOTHER) {
        return readAnswer(answer, question)
      }
      const again = await check(line, { ...question, requester: null }, false)
      return withoutRequester(readAnswer(again, question))
    } catch (error) {
      if (error instanceof NoToken) return error.answer
      throw error
    }
  },
}

async function checkWithToken(line: Line, question: Question): Promise<TextResponse> {
  const answer = await check(line, question, false)
  return codeOf(answer) === 'INVALID_CREDENTIALS' ? check(line, question, true) : answer
}

async function check(line: Line, question: Question, fresh: boolean): Promise<TextResponse> {
  const token = await line.shared('token', () => newToken(line), fresh)
  const requester = requesterOf(question)
  const path = requester ? `${question.compact}/${requester}` : question.compact
  return line.call(`/organisations/vat/check-vat-number/lookup/${path}`, {
    headers: { Accept: 'application/vnd.hmrc.2.0+json', Authorization: `Bearer ${token}` },
  })
}

async function newToken({ call, settings }: Line): Promise<{ value: string; seconds: number }> {
  const answer = await call('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings.HMRC_CLIENT_ID ?? '',
      client_secret: settings.HMRC_CLIENT_SECRET ?? '',
      scope: 'read:vat',
    }),
  })
  const granted = answer.status === 200 ? readJson(tokenSchema, answer) : undefined
  if (granted) {
    return { value: granted.access_token, seconds: Math.max(1, granted.expires_in - TOKEN_MARGIN) }
  }
  throw new NoToken(coded(failureOf(answer), readJson(noTokenSchema, answer)?.error))
}

function readAnswer(answer: TextResponse, { compact }: Question): RegisterAnswer {
  const code = codeOf(answer)
  // MATCHING_RESOURCE_NOT_FOUND, of the gateway, is a 404 too.
  if (answer.status === 404 && code === 'NOT_FOUND') return notFound
  if (code === 'INVALID_REQUEST') return noAnswer('REFUSED', code)
  const checked = answer.status === 200 ? readJson(checkedSchema, answer) : undefined
  if (!checked) return coded(failureOf(answer), code)
  const { target, consultationNumber } = checked
  if (target.vatNumber !== compact) return noAnswer('WRONG_NUMBER')
  const { line1, line2, line3, line4, line5, postcode, countryCode } = target.address ?? {}
  return found({
    registered: true,
    proves: 'vat-registration',
    name: disclosed(target.name),
    address: addressOf(line1, line2, line3, line4, line5, postcode, countryCode),
    receipt: disclosed(consultationNumber),
  })
}

const codeOf = (answer: TextResponse) => readJson(refusedSchema, answer)?.code

/** The failure that the status tells, with the register's own code where it gave one. */
const coded = (failure: NoAnswer, code: string | undefined): NoAnswer => ({
  ...failure,
  ...noAnswer(failure.reason, code),
})
