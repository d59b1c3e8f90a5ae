// @module-tag deep
import { afterEach, describe, expect, it } from 'vitest'
import { REGISTER_MODES, type RegisterMode } from '#tests/fakes/registers/index.ts'
import type { RecordDetail } from '#worker/records/contract.ts'
import { registers } from '#worker/registers/registers.ts'
import { isEnabled, registerOf } from '#worker/registers/sources.ts'
import { validateTin } from '#worker/tin/index.ts'
import { SIGNATURE_HEADER, type ValidationResponse } from '#worker/validation/contract.ts'
import { magicNumbers } from '#worker/validation/sandbox/magic-numbers.ts'
import { openBatchWorker } from '../batches/batch-worker.ts'
import type { Answer } from '../harness.ts'
import { allCases } from './all-cases.ts'

const worker = await openBatchWorker('registers_down')
const held = new Map(allCases.map(({ held: { identifier, compact } }) => [identifier, compact]))
/** A valid number of each type that a register lists. */
const items = registers
  .filter((register) => isEnabled(register, worker.context().settings))
  .flatMap(({ identifiers }) => identifiers)
  .flatMap((type) => {
    const tin = magicNumbers[type]?.[0] ?? held.get(type)
    const countryCode = type.slice(0, 2)
    return tin && validateTin(countryCode, tin, { type }).valid ? [{ countryCode, tin, type }] : []
  })

/** A number for each register. */
const oneOfEach = [...new Map(items.map((item) => [registerOf(item.type)?.id, item])).values()]

/** Registers for which the fault is an answer are down instead. */
const setMode = (mode: RegisterMode) =>
  Promise.all(
    allCases.map(({ register: { id }, without = [] }) =>
      worker.setRegister(id, without.includes(mode) ? 'down' : mode),
    ),
  )
afterEach(async () => {
  await setMode('normal')
  worker.limiters.reset()
  // What still waits for a register would be looked up in the next test.
  await worker.sql`delete from batches`
})

/** What differs between them is only how a look-up fails, so these go through every kind of call. */
const everywhere: readonly RegisterMode[] = ['down', 'html', 'empty']

const isQuick = (mode: RegisterMode) => !['normal', 'slow', 'hang', ...everywhere].includes(mode)
const faults = [...REGISTER_MODES.filter(isQuick), ...everywhere]

describe('a register that fails', () => {
  it.each(faults)('neither confirms nor refutes a number: %s', neverDecides, 1_200_000)
})

/** As a client does: a machine that reads 54 answers of 10 MB at once may be too busy for PostgreSQL. */
async function untilAvailable<Body>(call: () => Promise<Answer<Body>>): Promise<Body> {
  for (;;) {
    const { status, body } = await call()
    if (status !== 503) return body
  }
}

async function neverDecides(mode: RegisterMode): Promise<void> {
  const { member, organizationId, token, send, results } = await worker.customer({ limit: 100_000 })
  await setMode(mode)
  worker.limiters.reset()
  const answers = await Promise.all(
    items.map((item) => untilAvailable(() => worker.validate<ValidationResponse>(token, item))),
  )
  for (const item of everywhere.includes(mode) ? oneOfEach : []) {
    worker.limiters.reset()
    const { body: later } = await worker.validate<ValidationResponse>(token, {
      ...item,
      async: 'until_confirmed',
    })
    const path = `/api/tinproof/validations/${later.validationId}`
    const headers = { Authorization: `Bearer ${token}` }
    if (later.pending) answers.push((await worker.call<ValidationResponse>(path, { headers })).body)
    // A list in the dashboard is a call for each number. Each answer can be a record.
    const listed = await member.call<ValidationResponse>('/api/tinproof/validate', {
      body: { ...item, organizationId },
    })
    const kept = await member.post<{ recordId: string }>('/api/records', {
      answer: JSON.stringify(listed.body),
      request: item,
      signature: listed.headers.get(SIGNATURE_HEADER),
      organizationId,
    })
    const recordPath = `/api/tinproof/records/${kept.body.recordId}?organizationId=${organizationId}`
    const record = await member.call<RecordDetail>(recordPath)
    answers.push(later, listed.body, { ...record.body.response, result: record.body.result })
  }
  const { id } = await untilAvailable(() => send({ items }))
  await worker.deliver(id)
  await worker.reachDeadline(id)
  const rows = await results(id)
  expect(rows).toHaveLength(items.length)
  for (const { result, reason, proof } of [...answers, ...rows])
    expect([/^(unconfirmed|format_only)$/.test(result), proof], reason).toEqual([true, null])
}
