import { makeZip } from 'client-zip'
import { and, asc, between, gte, inArray, lt, max, min, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { recordChain, records } from '#db/schema/index.ts'
import { recordAudit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { groupsOf } from '#worker/lib/groups-of.ts'
import { pick } from '#worker/lib/pick.ts'
import { retry } from '#worker/lib/time.ts'
import { enforceRateLimit, limits } from '#worker/rate-limits.ts'
import { readContent } from './content.ts'
import { MAX_EXPORTED_RECORDS, type RecordPeriod, type SignedChain } from './contract.ts'
import { boundsOf } from './read.ts'
import { type Chain, isInChain, signSoon } from './sign-records.ts'
import { publicKeys, sign } from './signing.ts'

const SIZE = 100
const DIGITS = 7
const RETRY_DELAY = 250

const README = `Records of validations by one organization, exported from Tinproof.

records/         One file for each record, by its number. "record" is what was validated, and what
                 the API answered. "jws" is the same, signed (RFC 7515, Ed25519).
chain.json       The number and the hash of every record of the period, signed on the day of the
                 export. "deletedAt" says when a record was deleted; the others are in records/.
jwks.json        The public keys (RFC 7517), as published at ORIGIN/.well-known/jwks.json

To verify all of it, install Node.js and run this in the folder of this file:

  npx tinproof verify chain.json records

It reads the published keys. To verify offline, add --jwks jwks.json, and compare the keys in that
file with the published ones once.

Each record contains its number and, as "previous", the hash of the record before it: SHA-256 of the
text of its "jws", in base64url. So a record that was changed, dropped or inserted later is seen.

Without our program: verify each "jws" with any library for JSON Web Signatures, compare its payload
with "record", and compare the hashes with chain.json.

Times are in UTC. A record is in the period in which it was signed, which is about a second after the
validation.
`

export async function exportPeriod(
  ctx: Context,
  { organizationId, live, ...period }: RecordPeriod & Chain,
): Promise<ReadableStream<Uint8Array>> {
  const own = { organizationId, live }
  await signSoon(ctx, own)
  const range = await rangeOf(ctx, own, period)
  await enforceRateLimit(ctx, limits.organizationExport, organizationId)
  const entries = await selectEntries(ctx, own, range)
  await recordAudit(ctx, {
    event: 'records.exported',
    organizationId,
    after: { from: period.from ?? null, to: period.to ?? null, records: entries.length },
  })
  const file = (name: string, input: string) => ({ name, lastModified: ctx.now, input })
  const json = (name: string, value: unknown) => file(name, `${JSON.stringify(value, null, 2)}\n`)
  const keys = await publicKeys(ctx.settings)
  async function* files() {
    yield file('README.txt', README.replace('ORIGIN', ctx.settings.APP_ORIGIN))
    yield json('jwks.json', keys)
    yield { name: 'records/', lastModified: ctx.now }
    const exported = new Set<number | null>()
    const kept = entries.filter(({ deletedAt }) => deletedAt === null).map(({ number }) => number)
    for (const numbers of groupsOf(kept, SIZE)) {
      const rows = await retry(() => selectNumbers(ctx.db, own, numbers), { delaysMs: [RETRY_DELAY] })
      for (const row of rows) {
        exported.add(row.number)
        const name = String(row.number).padStart(DIGITS, '0')
        yield json(`records/${name}.json`, await readContent(ctx, row))
      }
    }
    const missing = entries.filter(({ number }) => !exported.has(number))
    const chain = await describeChain(ctx, own, entries, missing)
    yield json('chain.json', { chain, jws: await sign(ctx.settings, 'tinproof-chain', chain) })
  }
  return makeZip(files())
}

type Entry = Pick<typeof recordChain.$inferSelect, 'number' | 'hash' | 'deletedAt'>

/** Records that are missing may have been deleted since `entries` was read; test records with their place in the chain. */
async function describeChain(
  ctx: Context,
  own: Chain,
  entries: readonly Entry[],
  missing: readonly Entry[],
): Promise<SignedChain> {
  const numbers = missing.map(({ number }) => number)
  const read = () => selectEntries(ctx, own, inArray(recordChain.number, numbers))
  const current = await retry(read, { delaysMs: [RETRY_DELAY] })
  const exportedAt = new Date()
  const deletions = new Map<number, Date | null>(missing.map(({ number }) => [number, exportedAt]))
  for (const { number, deletedAt } of current) deletions.set(number, deletedAt)
  return {
    version: 1,
    ...own,
    exportedAt: exportedAt.toISOString(),
    records: entries.map(({ number, hash }) => ({
      number,
      hash,
      deletedAt: deletions.get(number)?.toISOString() ?? null,
    })),
  }
}

/** Without gaps: from the first to the last number that was signed in the period. */
async function rangeOf({ db }: Context, chain: Chain, period: RecordPeriod): Promise<SQL> {
  const [range] = await selectRange(db, chain, period)
  const first = range?.first ?? 1
  const last = range?.last ?? 0
  if (last - first >= MAX_EXPORTED_RECORDS) throw new AppError('RECORD_EXPORT_TOO_LARGE')
  return between(recordChain.number, first, last)
}

/** Among one more than an export may have, or PostgreSQL would look for the first and last one in the whole chain. */
export function selectRange(db: Db, chain: Chain, period: RecordPeriod) {
  const { start, end } = boundsOf(period)
  const { number, signedAt } = recordChain
  const signed = db
    .select({ number })
    .from(recordChain)
    .where(and(isInChain(recordChain, chain), start && gte(signedAt, start), end && lt(signedAt, end)))
    .orderBy(asc(signedAt))
    .limit(MAX_EXPORTED_RECORDS + 1)
    .as('signed')
  return db.select({ first: min(signed.number), last: max(signed.number) }).from(signed)
}

const selectEntries = ({ db }: Context, chain: Chain, where: SQL | undefined): Promise<Entry[]> =>
  db
    .select(pick(recordChain, 'number', 'hash', 'deletedAt'))
    .from(recordChain)
    .where(and(isInChain(recordChain, chain), where))
    .orderBy(asc(recordChain.number))

export const selectNumbers = (db: Db, chain: Chain, numbers: readonly number[]) =>
  db
    .select({ id: records.id, number: records.number, content: records.content })
    .from(records)
    .where(and(isInChain(records, chain), inArray(records.number, [...numbers])))
    .orderBy(asc(records.number))
