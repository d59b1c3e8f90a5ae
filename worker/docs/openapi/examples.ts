import type { LookUp } from '#worker/registers/look-up.ts'
import { found } from '#worker/registers/reading.ts'
import type { NoAnswerReason } from '#worker/registers/register.ts'
import { registerOf } from '#worker/registers/sources.ts'
import { addSource } from '#worker/validation/add-source.ts'
import { type ValidationResponse, validateSchema } from '#worker/validation/contract.ts'
import { validate } from '#worker/validation/validate.ts'

/** The instant and the id of every example. */
export const at = new Date('2026-11-20T19:30:49.574Z')
export const requestId = '0d59a990-8de0-4f9f-b999-4633cbbe498c'

/** What VIES does not say of a number, and why. */
export function silent(reason: NoAnswerReason): LookUp {
  const vies = registerOf('DK.CVR')
  if (!vies) throw new Error('no register holds Danish numbers')
  return {
    kept: undefined,
    isOld: false,
    failures: [{ register: vies, none: { kind: 'no-answer', reason } }],
  }
}

const registered: LookUp = {
  kept: {
    register: 'vies',
    isStandIn: false,
    spokeAt: at.getTime() - 167_000,
    answer: found({
      registered: true,
      proves: 'vat-registration',
      name: 'SUMMIT ENERGY LTD',
      address: 'Garden Row 52, 37973 Eastbridge',
      receipt: 'WAPIAAAA03019261',
    }),
  },
  isOld: false,
  failures: [],
}

type Example = { summary: string; request: Record<string, unknown>; lookUp?: LookUp }

/** Calls of every kind, and what the registers say to them. */
const examples = {
  registered: {
    summary: 'A valid number that stands in its register',
    request: { countryCode: 'BE', tin: '0403019261', name: 'Summit Energy' },
    lookUp: registered,
  },
  valid: {
    summary: 'A valid number, without its register',
    request: { countryCode: 'DE', tin: '136695976', source: false },
  },
  invalid: {
    summary: 'An invalid number, and the one that was meant',
    request: { countryCode: 'DE', tin: '136695967' },
  },
  silent: {
    summary: 'A valid number whose register gives no answer',
    request: { countryCode: 'DK', tin: '13748136' },
    lookUp: silent('UNAVAILABLE'),
  },
} satisfies Record<string, Example>

export type ExampleId = keyof typeof examples

/** As the Worker answers it. */
function answerTo({ request, lookUp }: Example): ValidationResponse {
  const input = validateSchema.parse(request)
  const response = validate(input, requestId, at)
  const { identifier } = response.additionalInfo
  return lookUp && identifier
    ? addSource(response, { identifier, lookUp, name: input.name, now: at })
    : response
}

const byId = Object.entries<Example>(examples)

export const exampleRequests = Object.fromEntries(
  byId.map(([id, { summary, request }]) => [id, { summary, value: request }]),
) as Record<ExampleId, { summary: string; value: Record<string, unknown> }>

export const exampleAnswers = Object.fromEntries(
  byId.map(([id, example]) => [id, { summary: example.summary, value: answerTo(example) }]),
) as Record<ExampleId, { summary: string; value: ValidationResponse }>

/** A valid number of which no register has been asked yet. */
export const danishAnswer = answerTo({ summary: '', request: examples.silent.request })
