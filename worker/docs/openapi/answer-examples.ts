import { found } from '#worker/registers/answers.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import { type NoAnswerReason, noAnswerReasons } from '#worker/registers/register.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import { type ValidationResponse, validateSchema } from '#worker/validation/contract.ts'
import { at, requestId, silent } from './examples.ts'

type Request = { countryCode: string; tin: string; type?: string }

export const invalidNumbers: Readonly<Record<string, Request>> = {
  NO_TIN_ISSUED: { countryCode: 'BM', tin: '123456' },
  EMPTY: { countryCode: 'DE', tin: '-' },
  INVALID_LENGTH: { countryCode: 'DE', tin: 'DE13669597', type: 'DE.VAT' },
  INVALID_CHARACTERS: { countryCode: 'DE', tin: 'DE13669597X', type: 'DE.VAT' },
  INVALID_FORMAT: { countryCode: 'DE', tin: 'DE036695976', type: 'DE.VAT' },
  INVALID_COMPONENT: { countryCode: 'IT', tin: 'RSSMRA85T99A562S' },
  INVALID_CHECKSUM: { countryCode: 'DE', tin: 'DE136695967', type: 'DE.VAT' },
  NEVER_ISSUED: { countryCode: 'GB', tin: 'BG 12 34 56 C', type: 'GB.NINO' },
}

const danish: Request = { countryCode: 'DK', tin: '13748136' }

const answeredWith = (answer: NonNullable<LookUp['cached']>['answer']): LookUp => ({
  cached: { register: 'vies', isFallback: false, answeredAt: at.getTime(), answer },
  isStale: false,
  failures: [],
})

const ended = { ...found({ registered: false, status: 'deleted' }), proves: 'vat_registration' } as const

function lookUpFor(code: string): LookUp {
  if (code === 'NOT_REGISTERED') return answeredWith({ kind: 'not-found' })
  if (code === 'REGISTRATION_ENDED') return answeredWith(ended)
  const reason = (Object.keys(noAnswerReasons) as NoAnswerReason[]).find(
    (known) => code === `SOURCE_${known}`,
  )
  if (!reason) throw new Error(`Add an example of ${code} to answer-examples.ts`)
  return silent(reason)
}

const formatOf = (request: Request): ValidationResponse =>
  checkFormat(validateSchema.parse(request), requestId, at)

type AnswerExample = {
  request: Request
  errors: ValidationResponse['errors']
  overall: ValidationResponse['validation']['overall']
}

export function answerExamples(code: string): AnswerExample {
  const request = invalidNumbers[code] ?? danish
  const response = invalidNumbers[code]
    ? formatOf(request)
    : addSourceResult(formatOf(request), {
        identifier: 'DK.CVR',
        lookUp: lookUpFor(code),
        asked: {},
        now: at,
      })
  const { errors, validation } = response
  if (!errors.some((error) => error.code === code)) throw new Error(`The example of ${code} has no ${code}`)
  return { request, errors, overall: validation.overall }
}
