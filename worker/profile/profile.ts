import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { Preferences, Profile, ProfileChanges } from './contract.ts'

const columns = pick(users, 'quotaEmails')

export const readPreferences = async ({ db }: Context, userId: number): Promise<Preferences> =>
  existing(await db.select(columns).from(users).where(eq(users.id, userId)))

export const updatePreferences = (
  ctx: Context,
  userId: number,
  preferences: Preferences,
): Promise<Preferences> =>
  inTransaction(ctx, async (tx) => {
    const isUser = eq(users.id, userId)
    const updated = existing(await tx.update(users).set(preferences).where(isUser).returning(columns))
    await audit(tx, { event: 'preferences.changed', accountId: userId, after: preferences })
    return updated
  })

function existing([row]: Preferences[]): Preferences {
  if (!row) throw new AppError('NOT_SIGNED_IN')
  return row
}

const orNull = (name: string | undefined) => (name === '' ? null : name)

export const updateProfile = (ctx: Context, userId: number, changes: ProfileChanges): Promise<Profile> =>
  inTransaction(ctx, async (tx) => {
    const { firstName, lastName, timeZone } = changes
    const [profile] = await tx
      .update(users)
      .set({ firstName: orNull(firstName), lastName: orNull(lastName), timeZone })
      .where(eq(users.id, userId))
      .returning(pick(users, 'firstName', 'lastName', 'timeZone'))
    if (!profile) throw new AppError('NOT_SIGNED_IN')
    // Names are not copied, because audit entries outlive the account.
    const fields = Object.keys(changes).join(', ')
    await audit(tx, { event: 'profile.changed', accountId: userId, after: { fields } })
    return profile
  })
