import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { insertFrom } from '#db/insert-from.ts'
import { idempotencyKeys } from '#db/schema/index.ts'
import { ANSWER_SECONDS, CLAIM_SECONDS, type Claim, type StoredClaim } from './claim.ts'

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)

/** Takes an expired claim over, too. Returns no row if the key is in use. */
export function insertClaim(
  db: Db,
  { id, fingerprint }: Claim,
  now: Date,
  source: (values: Record<string, SQL>) => { getSQL(): SQL },
) {
  const claim = { fingerprint, expiresAt: after(now, CLAIM_SECONDS) }
  return insertFrom(db, idempotencyKeys, { id, ...claim }, source)
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: { ...claim, answer: null },
      setWhere: lte(idempotencyKeys.expiresAt, now),
    })
    .returning({ id: idempotencyKeys.id })
}

/** Claims the key, or returns the claim that it has. */
export async function takeClaim(db: Db, claim: Claim, now: Date): Promise<StoredClaim | undefined> {
  const [claimed] = await insertClaim(db, claim, now, (values) =>
    db.select(values).from(sql`(values (1)) as one`),
  )
  if (claimed) return undefined
  // A claim that was deleted in between is in use for this call.
  return (await readClaim(db, claim, now)) ?? { fingerprint: claim.fingerprint, answer: undefined }
}

export async function readClaim(db: Db, { id }: Claim, now: Date): Promise<StoredClaim | undefined> {
  const [claim] = await db
    .select({ fingerprint: idempotencyKeys.fingerprint, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.id, id), gt(idempotencyKeys.expiresAt, now)))
  return claim && { ...claim, answer: claim.answer ?? undefined }
}

export const storeAnswer = (db: Db, { id }: Claim, answer: string) =>
  db
    .update(idempotencyKeys)
    .set({ answer, expiresAt: after(new Date(), ANSWER_SECONDS) })
    .where(eq(idempotencyKeys.id, id))

export const deleteClaim = (db: Db, { id }: Claim) =>
  db.delete(idempotencyKeys).where(eq(idempotencyKeys.id, id))
