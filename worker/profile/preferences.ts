import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Preferences } from './contract.ts'

const columns = { quotaEmails: users.quotaEmails }

export const readPreferences = async ({ db }: Context, userId: number): Promise<Preferences> =>
  existing(await db.select(columns).from(users).where(eq(users.id, userId)))

export const updatePreferences = async (
  { db }: Context,
  userId: number,
  { quotaEmails }: Preferences,
): Promise<Preferences> =>
  existing(await db.update(users).set({ quotaEmails }).where(eq(users.id, userId)).returning(columns))

/** The account may have been deleted meanwhile. */
function existing([row]: Preferences[]): Preferences {
  if (!row) throw new AppError('NOT_SIGNED_IN')
  return row
}
