import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { recordChain, records } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { lockOrganization } from '#worker/locks.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { encryptSigned, readContent, type Stored } from './content.ts'
import type { SignedRecord } from './contract.ts'
import { hashOf, sign } from './signing.ts'

const SIZE = 100

export type Chain = { organizationId: string; live: boolean }

export const isInChain = (table: typeof records | typeof recordChain, { organizationId, live }: Chain) =>
  and(eq(table.organizationId, organizationId), eq(table.live, live))

/** Gives each waiting record its number and the hash of the previous one, and signs it. The lock keeps the chain in order. */
export const signRecords = (ctx: Context, chain: Chain): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    await lockOrganization(tx, chain.organizationId)
    const waiting = await tx
      .select({ id: records.id, number: records.number, content: records.content })
      .from(records)
      .where(and(isInChain(records, chain), isNull(records.number)))
      .orderBy(asc(records.createdAt), asc(records.id))
      .limit(SIZE)
    if (waiting.length > 0) await append(tx, chain, waiting)
    return waiting.length
  })

async function append(tx: Transaction, chain: Chain, waiting: readonly Stored[]): Promise<void> {
  const [last] = await tx
    .select({ number: recordChain.number, hash: recordChain.hash })
    .from(recordChain)
    .where(isInChain(recordChain, chain))
    .orderBy(desc(recordChain.number))
    .limit(1)
  let { number, hash: previous }: { number: number; hash: string | null } = last ?? { number: 0, hash: null }
  const links: { id: string; number: number; hash: string; content: string }[] = []
  for (const row of waiting) {
    number += 1
    const { record } = await readContent(tx.ctx, row)
    const signed: SignedRecord = { ...record, number, previous, signedAt: new Date().toISOString() }
    const jws = await sign(tx.ctx.settings, 'tinproof-record', signed)
    previous = hashOf(jws)
    const content = await encryptSigned(tx.ctx, jws, row)
    links.push({ id: row.id, number, hash: previous, content })
  }
  await tx
    .insert(recordChain)
    .values(links.map((link) => ({ ...chain, number: link.number, hash: link.hash })))
  const column = <Name extends keyof (typeof links)[number]>(name: Name) =>
    sql.param(links.map((link) => link[name]))
  await tx.execute(sql`update records set number = signed.number, content = signed.content
    from unnest(${column('id')}::text[], ${column('number')}::int[], ${column('content')}::text[])
      as signed (id, number, content)
    where records.id = signed.id`)
}

const MAX_CHAINS = 1_000
/** Work after a response is canceled after 30 seconds. */
const MAX_RUN_MS = 30_000

/** Of this isolate: a chain that is being signed is signed once more afterwards, however many records came meanwhile. */
const runs = new BoundedCache<string, { again: boolean; endsAt: number }>(MAX_CHAINS)

/** Runs after the response. A job signs what fails or is cut off here within a minute. */
export async function signSoon(ctx: Context, chain: Chain): Promise<void> {
  const key = `${chain.organizationId} ${chain.live}`
  const current = runs.get(key)
  if (current && Date.now() < current.endsAt) {
    current.again = true
    return
  }
  const run = { again: true, endsAt: Date.now() + MAX_RUN_MS }
  runs.set(key, run)
  try {
    while (run.again) {
      run.again = false
      while ((await signRecords(ctx, chain)) === SIZE);
    }
  } finally {
    run.endsAt = 0
  }
}

export const findUnsigned = ({ db }: Context, limit: number): Promise<Chain[]> =>
  db
    .selectDistinct({ organizationId: records.organizationId, live: records.live })
    .from(records)
    .where(isNull(records.number))
    .limit(limit)
