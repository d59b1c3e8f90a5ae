import { afterEach, describe, expect, it } from 'vitest'
import { REGISTER_MODES, type RegisterMode } from '#tests/fakes/registers/index.ts'
import { registers } from '#worker/registers/registers.ts'
import { isEnabled } from '#worker/registers/sources.ts'
import { validateTin } from '#worker/tin/index.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { magicNumbers } from '#worker/validation/sandbox/magic-numbers.ts'
import { openBatchWorker } from '../batches/batch-worker.ts'
import type { RegisterCases } from './case.ts'

const all = Object.values(import.meta.glob<RegisterCases>('./cases/*.ts', { eager: true, import: 'cases' }))
const worker = await openBatchWorker('registers_down')
const customer = await worker.customer({ limit: 100_000 })
const held = new Map(all.map(({ held: { identifier, compact } }) => [identifier, compact]))
/** A valid number of each type that a register lists. */
const items = registers
  .filter((register) => isEnabled(register, worker.context().settings))
  .flatMap(({ identifiers }) => identifiers)
  .flatMap((type) => {
    const tin = magicNumbers[type]?.[0] ?? held.get(type)
    const countryCode = type.slice(0, 2)
    return tin && validateTin(countryCode, tin, { type }).valid ? [{ countryCode, tin, type }] : []
  })

/** Registers for which the fault is an answer are down instead. */
const setMode = (mode: RegisterMode) =>
  Promise.all(
    all.map(({ register: { id }, without = [] }) =>
      worker.fakes.switchRegister({
        namespace: worker.namespace,
        register: id,
        mode: without.includes(mode) ? 'down' : mode,
      }),
    ),
  )
afterEach(async () => {
  await setMode('normal')
  worker.limiters.reset()
})

const faults = REGISTER_MODES.filter((mode) => !['normal', 'slow', 'hang'].includes(mode))

describe('a register that fails', { tags: 'deep' }, () => {
  it.each(faults)('neither confirms nor refutes a number: %s', neverDecides)
})

async function neverDecides(mode: RegisterMode): Promise<void> {
  await setMode(mode)
  worker.limiters.reset()
  const answers = await Promise.all(
    items.map(async (item) => (await worker.validate<ValidationResponse>(customer.token, item)).body),
  )
  const [dashboard] = items
  const { body } = await customer.member.call<ValidationResponse>('/api/tinproof/validate', {
    body: { ...dashboard, organizationId: customer.organizationId },
  })
  const batch = await customer.send({ items })
  await worker.deliver(batch.body.id)
  await worker.reachDeadline(batch.body.id)
  const rows = await customer.results(batch.body.id)
  expect(rows).toHaveLength(items.length)
  for (const { result, reason, proof } of [...answers, body, ...rows])
    expect([/^(unconfirmed|format_only)$/.test(result), proof], reason).toEqual([true, null])
}
