import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { idempotencyKeys } from '#db/schema/index.ts'
import type { Claim, StoredClaim } from './idempotent-call.ts'

/** Longer than a call takes. */
const CLAIM_SECONDS = 60
const ANSWER_SECONDS = 86_400

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)

const takeOver = (claim: { fingerprint: string; expiresAt: Date }, now: Date) => ({
  target: idempotencyKeys.id,
  set: { ...claim, answer: null },
  setWhere: lte(idempotencyKeys.expiresAt, now),
})

export async function takeClaim(db: Db, claim: Claim, now: Date): Promise<StoredClaim | undefined> {
  const { id, fingerprint } = claim
  const expiresAt = after(now, CLAIM_SECONDS)
  const [claimed] = await db
    .insert(idempotencyKeys)
    .values({ id, fingerprint, expiresAt })
    .onConflictDoUpdate(takeOver({ fingerprint, expiresAt }, now))
    .returning({ id: idempotencyKeys.id })
  if (claimed) return undefined
  // A claim that was deleted in between is in use for this call.
  return (await readClaim(db, claim, now)) ?? { fingerprint: claim.fingerprint, answer: undefined }
}

async function readClaim(db: Db, { id }: Claim, now: Date): Promise<StoredClaim | undefined> {
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
