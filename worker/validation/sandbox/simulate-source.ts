import { DAY } from '#worker/lib/time.ts'
import { found, noAnswer, notFound } from '#worker/registers/answers.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import type { Found, NoAnswerReason, NotFound, Register } from '#worker/registers/register.ts'
import { toRequester } from '#worker/registers/requester.ts'
import { fallbackOf, proofOf } from '#worker/registers/sources.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import { findRegister } from '#worker/validation/check-source.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { matchNames } from '#worker/validation/name-match.ts'
import type { RegisterOutcome } from './contract.ts'

export const SANDBOX_COMPANY = 'Sandbox Company Ltd'
const otherNames = ['Imaginary Bakery Ltd', 'Fictional Shipyard Ltd'] as const
const ADDRESS = '1 Example Street, 00000 Sandbox City'
const CONSULTATION_NUMBER = 'SANDBOX-0000000000'
const STALE_AGE = 3 * DAY

type Simulation = {
  outcome: RegisterOutcome
  vatNumber: string | null
  now: Date
}

/** Also for a register that isn't set up. Unchanged if the number has no register or fails its format check. */
export function simulateSource(
  input: ValidateRequest,
  response: ValidationResponse,
  { outcome, vatNumber, now }: Simulation,
): ValidationResponse {
  const query = findRegister(input, response)
  if (!query) return response
  const { register, identifier, compact } = query
  const requester = toRequester(register, vatNumber)
  const details = {
    registered: true,
    name: SANDBOX_COMPANY,
    address: ADDRESS,
    consultationNumber: requester && CONSULTATION_NUMBER,
    facts: { registeredOn: '2000-01-01' },
  }
  const entry = { ...found(details), proves: proofOf(register, identifier) }
  const fallback = fallbackOf({ identifier, compact, requester })
  const lookUp = toLookUp(outcome, { register, fallback, identifier, entry, name: input.name, now })
  return addSourceResult(response, { identifier, lookUp, asked: input, now })
}

type SimulatedLookUp = {
  register: Register
  fallback: Register | undefined
  identifier: string
  entry: Found
  name: string | undefined
  now: Date
}

function toLookUp(
  outcome: RegisterOutcome,
  { register, fallback, identifier, entry, name, now }: SimulatedLookUp,
): LookUp {
  const answered = (answer: Found | NotFound, age = 0): LookUp => ({
    cached: { register: register.id, isFallback: false, answeredAt: now.getTime() - age, answer },
    isStale: false,
    failures: [],
  })
  const silent = (reason: NoAnswerReason): LookUp => ({
    cached: undefined,
    isStale: false,
    failures: [{ register, failure: noAnswer(reason) }],
  })
  switch (outcome) {
    case 'registered':
    case 'changes_tomorrow':
      return answered(entry)
    case 'not_registered':
      return answered(notFound)
    case 'ended': {
      const facts = { ...entry.facts, endedOn: '2020-12-31' }
      return answered({ ...entry, registered: false, status: 'ended', facts })
    }
    case 'name_differs':
      return answered({ ...entry, name: differentName(name) })
    case 'stale':
      return { ...answered(entry, STALE_AGE), isStale: true, failures: silent('UNAVAILABLE').failures }
    case 'fallback': {
      const failed = silent('UNAVAILABLE')
      if (!fallback) return failed
      const proves = proofOf(fallback, identifier)
      const answer: Found = { ...entry, proves, consultationNumber: null }
      const cached = { register: fallback.id, isFallback: true, answeredAt: now.getTime(), answer }
      return { ...failed, cached }
    }
    case 'webhook_fails':
      return silent('UNAVAILABLE')
    default:
      return silent(toUpperCase(outcome))
  }
}

const differentName = (name = '') =>
  otherNames.find((other) => matchNames(name, other, []).match === 'different') ?? otherNames[0]

const toUpperCase = <Text extends string>(text: Text) => text.toUpperCase() as Uppercase<Text>
