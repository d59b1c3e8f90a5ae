import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { organizations } from '#db/schema/index.ts'
import { createContext } from '#worker/context.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { openWorker, refusal } from './harness.ts'

const worker = await openWorker('transaction')
const member = await worker.signUp('transaction')
beforeEach(() => worker.fakes.reset(worker.namespace))

const run = <T>(work: (tx: Transaction) => Promise<T>) => inTransaction(worker.context(), work)

const rename = (tx: Transaction, name: string) =>
  tx.update(organizations).set({ name }).where(eq(organizations.id, member.organization.id))

async function nameNow(): Promise<string | undefined> {
  const [row] = await worker.sql<{ name: string }>`select name from organizations
    where id = ${member.organization.id}`
  return row?.name
}

const fault = (content: string, after = false) =>
  worker.fault({ service: 'neon', mode: 'reset', times: 1, content, after })

describe('a transaction', () => {
  it('shows its writes to others after the commit, and then runs what waited for it', async () => {
    const order: string[] = []
    const result = await run(async (tx) => {
      await rename(tx, 'Committed')
      tx.afterCommit(async () => order.push(`after: ${await nameNow()}`))
      order.push(`inside: ${(await nameNow()) === 'Committed'}`)
      return 'result'
    })
    expect(result).toBe('result')
    expect(order).toEqual(['inside: false', 'after: Committed'])
  })

  it('writes nothing and runs nothing after an error', async () => {
    const before = await nameNow()
    let ran = false
    const failing = run(async (tx) => {
      tx.afterCommit(() => {
        ran = true
      })
      await rename(tx, 'Thrown away')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await run((tx) => tx.select().from(organizations).for('update'))
    expect([await nameNow(), ran]).toEqual([before, false])
  })

  it('waits for another one that holds the row', async () => {
    const seen: (string | undefined)[] = []
    const inTurn = (name: string) =>
      run(async (tx) => {
        const [row] = await tx
          .select({ name: organizations.name })
          .from(organizations)
          .where(eq(organizations.id, member.organization.id))
          .for('no key update')
        seen.push(row?.name)
        await rename(tx, name)
      })
    await inTurn('start')
    seen.length = 0
    await Promise.all([inTurn('one'), inTurn('two'), inTurn('three')])
    expect(new Set([...seen, await nameNow()])).toEqual(new Set(['start', 'one', 'two', 'three']))
  })
})

it('ends its connections also if connecting fails', async () => {
  const ended: Promise<unknown>[] = []
  const ctx = createContext(worker.settings, crypto.randomUUID(), (work) => ended.push(work))
  const settings = { ...ctx.settings, NEON_PROXY_URL: 'http://127.0.0.1:9' }
  await expect(inTransaction({ ...ctx, settings }, async () => 'connected')).rejects.toThrow('No connection')
  await expect(Promise.all(ended)).resolves.toHaveLength(1)
})

describe('a call whose transaction fails', () => {
  const save = (name: string) =>
    member.patch('/api/organization', { name, organizationId: member.organization.id })

  it.each([
    ['connecting', 'begin', false, false],
    ['a write', 'update "organization', false, false],
    ['the commit', 'commit', false, false],
    ['the answer to the commit', 'commit', true, true],
  ])('answers 503 without %s', async (_, content, after, isWritten) => {
    const name = isWritten ? 'Written' : 'Not written'
    await fault(content, after)
    expect(refusal(await save(name))).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect((await nameNow()) === name).toBe(isWritten)
    expect((await save(`${name}, again`)).status).toBe(200)
    expect(await nameNow()).toBe(`${name}, again`)
  })
})
