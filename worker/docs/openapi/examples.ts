import { found } from '#worker/registers/answers.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import type { NoAnswerReason } from '#worker/registers/register.ts'
import { registerOf } from '#worker/registers/sources.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import { type ValidationResponse, validateSchema } from '#worker/validation/contract.ts'
import { SANDBOX_COMPANY } from '#worker/validation/sandbox/simulate-source.ts'

export const at = new Date('2026-11-20T19:30:49.574Z')
/** Pages in the browser replace it with their own. */
export const exampleOrigin = 'https://app.tinproof.example'
export const requestId = '0d59a990-8de0-4f9f-b999-4633cbbe498c'

export function silent(reason: NoAnswerReason, identifier = 'DK.CVR'): LookUp {
  const register = registerOf(identifier)
  if (!register) throw new Error(`${identifier} has no register`)
  return {
    cached: undefined,
    isStale: false,
    failures: [{ register, failure: { kind: 'no-answer', reason } }],
  }
}

export const registered = (consultationNumber?: string): LookUp => ({
  cached: {
    register: 'vies',
    isFallback: false,
    answeredAt: at.getTime() - 167_000,
    answer: {
      ...found({
        registered: true,
        name: 'SUMMIT ENERGY LTD',
        address: 'Garden Row 52, 37973 Eastbridge',
        ...(consultationNumber && { consultationNumber }),
      }),
      proves: 'vat_registration',
    },
  },
  isStale: false,
  failures: [],
})

type Example = { summary: string; request: Record<string, unknown>; lookUp?: LookUp }

const examples = {
  registered: {
    summary: 'A valid number that is registered',
    request: { countryCode: 'BE', tin: '0403019261', name: 'Summit Energy' },
    lookUp: registered('WAPIAAAA03019261'),
  },
  valid: {
    summary: 'A valid number, without a register check',
    request: { countryCode: 'DE', tin: '136695976', source: false },
  },
  invalid: {
    summary: 'An invalid number, with a suggestion',
    request: { countryCode: 'DE', tin: 'I36695976' },
  },
  silent: {
    summary: 'A valid number whose register is unavailable',
    request: { countryCode: 'DK', tin: '13748136' },
    lookUp: silent('UNAVAILABLE'),
  },
} satisfies Record<string, Example>

export type ExampleId = keyof typeof examples

/** What a request needs so that the sandbox gives it the result of its example. */
export const sandboxFields: Readonly<Record<string, Record<string, unknown>>> = {
  registered: { name: SANDBOX_COMPANY },
  silent: { sandbox: 'unavailable' },
}

function answerTo({ request, lookUp }: Example): ValidationResponse {
  const input = validateSchema.parse(request)
  const response = checkFormat(input, requestId, at)
  const { type: identifier } = response.additionalInfo
  return lookUp && identifier
    ? addSourceResult(response, { identifier, lookUp, asked: input, now: at })
    : response
}

const byId = Object.entries<Example>(examples)

export const exampleRequests = Object.fromEntries(
  byId.map(([id, { summary, request }]) => [id, { summary, value: request }]),
) as Record<ExampleId, { summary: string; value: Record<string, unknown> }>

export const exampleAnswers = Object.fromEntries(
  byId.map(([id, example]) => [id, { summary: example.summary, value: answerTo(example) }]),
) as Record<ExampleId, { summary: string; value: ValidationResponse }>
