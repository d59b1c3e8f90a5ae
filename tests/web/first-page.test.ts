import { expect, it } from 'vitest'
import { describeOutage } from '#web/accounts/describe-outage.ts'
import { examples, firstAnswer } from '#web/accounts/try-examples.ts'
import { COUNTRIES, REGISTERS } from '#web/lib/plans.ts'
import { registers } from '#worker/registers/registers.ts'
import { countries } from '#worker/tin/index.ts'
import { answerInSandbox } from '#worker/validation/sandbox/answer.ts'

const answerTo = (request: (typeof examples)[number]['request']) => {
  const visitor = { canUseRegisters: true, vatNumber: null, monthlyLimit: 100 }
  const now = new Date(firstAnswer.requestDate)
  return answerInSandbox(request, visitor, { requestId: firstAnswer.referenceId, now }).answer
}

it('shows what the sandbox answers to its examples', () => {
  expect(answerTo(examples[0].request)).toEqual(firstAnswer)
  expect(examples.map(({ request }) => answerTo(request))).toMatchObject([
    { result: 'confirmed' },
    { result: 'different_name' },
    { result: 'invalid' },
  ])
})

it('counts the countries and registers that there are', () => {
  expect([COUNTRIES, REGISTERS]).toEqual([countries.length, registers.length])
})

it('counts VIES as one register, however many of its countries are down', () => {
  const register = (id: string, health: 'down' | 'ok') => ({ id, name: id, state: 'on', health }) as const
  const greece = register('vies:EL', 'down')
  expect(describeOutage([register('vies', 'ok'), register('hmrc', 'ok')])).toBeUndefined()
  expect(describeOutage([register('vies', 'down'), greece])).toBe("vies isn't responding right now")
  expect(describeOutage([register('vies', 'ok'), greece])).toBe(
    "VIES isn't responding in 1 country right now",
  )
  expect(describeOutage([register('vies', 'down'), greece, register('hmrc', 'down')])).toBe(
    "2 aren't responding right now",
  )
})
