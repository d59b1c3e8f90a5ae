import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Preferences } from './contract.ts'

const columns = { quotaEmails: users.quotaEmails }

export const readPreferences = async ({ db }: Context, userId: number): Promise<Preferences> =>
  existing(await db.select(columns).from(users).where(eq(users.id, userId)))

export async function updatePreferences(
  ctx: Context,
  userId: number,
  preferences: Preferences,
): Promise<Preferences> {
  const { db } = ctx
  const updated = db
    .$with('updated')
    .as(db.update(users).set(preferences).where(eq(users.id, userId)).returning(columns))
  const audit = auditPart(
    ctx,
    { event: 'preferences.changed', accountId: userId, after: preferences },
    updated,
  )
  return existing(await db.with(updated, audit).select().from(updated))
}

/** The account may have been deleted meanwhile. */
function existing([row]: Preferences[]): Preferences {
  if (!row) throw new AppError('NOT_SIGNED_IN')
  return row
}
