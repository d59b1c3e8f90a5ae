import { companyOf } from '#tests/fakes/registers/company.ts'
import { type Answer, type ErrorBody, openWorker } from '#tests/worker/harness.ts'
import { answerKey } from '#worker/registers/cached-answer.ts'
import { registers } from '#worker/registers/registers.ts'
import { validateTin } from '#worker/tin/index.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'

/** Loaded before the tests, so that no look-up's time includes it. */
import.meta.glob('../../../worker/registers/*.ts', { eager: true })

/** A Worker of its own with a customer whose token may validate the registers. */
export async function openRegisterCustomer(name: string) {
  const worker = await openWorker(name)
  const member = await worker.signUp(name.replaceAll('_', '-'))
  await worker.updateOrganization(member.organization.id, { tier: 'ENTERPRISE' })
  const { token } = await member.createToken({ permissions: { read: true, validation: true } })
  await worker.settle()

  const { settings } = worker.context()
  return {
    worker,
    member,
    token,
    /** The cache key of the register's answer. */
    keyOf: (identifier: string, compact: string) =>
      answerKey(settings, { identifier, compact, requester: null }),
    validate: (
      countryCode: string,
      tin: string,
      options: Partial<ValidateRequest> = {},
      by = token,
    ): Promise<Answer<ValidationResponse & ErrorBody>> =>
      worker.validate<ValidationResponse & ErrorBody>(by, { countryCode, tin, ...options }),
    setMode: worker.setRegister,
    /** The calls that count toward the quota, once all are recorded. */
    charged: async ({ organization } = member): Promise<number> => {
      await worker.settle()
      const [row] = await worker.sql<{ used: number }>`select used_count as used from organization_quotas
        where organization_id = ${organization.id}`
      return Number(row?.used)
    },
    /** Restores all registers and deletes their cached data. */
    reset: async () => {
      await worker.settle()
      await Promise.all(registers.map(({ id }) => worker.setRegister(id, 'normal')))
      for (const kind of ['answer', 'register']) await worker.forget(`${kind}:*`)
      worker.limiters.reset()
    },
    /** Makes a cached answer older (milliseconds). */
    age: async (key: string, milliseconds: number): Promise<number> => {
      const cached = JSON.parse(String(await worker.redis('GET', key)))
      const answeredAt = cached.answeredAt - milliseconds
      await worker.redis('SET', key, JSON.stringify({ ...cached, answeredAt }))
      worker.limiters.reset()
      return answeredAt
    },
    callsTo: async (register: string) => (await worker.fakes.registerTally(worker.namespace, register)).calls,
  }
}

type Wanted = { from: number; ends?: string; isHeld?: boolean }

/** Valid numbers in ascending order that the fake register holds or not. `keyOf` returns the fake's key. */
export function* numbersOf(
  type: string,
  { from, ends = '', isHeld = true }: Wanted,
  keyOf = (compact: string) => compact,
): Generator<string, never> {
  for (let number = from; ; number++) {
    const text = String(number)
    if (!text.endsWith(ends)) continue
    const checked = validateTin(type.slice(0, 2), text, { type })
    if (!checked.valid) continue
    if ((companyOf(keyOf(checked.compact), '') !== undefined) === isHeld) yield checked.compact
  }
}

export const danish = (wanted: Partial<Wanted> = {}) =>
  numbersOf('DK.CVR', { from: 20_000_000, ...wanted }, (compact) => `DK${compact}`)

export const norwegian = (wanted: Partial<Wanted> = {}) =>
  numbersOf('NO.ORGNR', { from: 923_600_000, ...wanted })

export const firstOf = <Value>(values: Generator<Value, never>): Value => values.next().value

export const take = <Value>(values: Generator<Value, never>, count: number): Value[] =>
  Array.from({ length: count }, () => firstOf(values))
