import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { audit, auditChange } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
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
    const before = existing(await tx.select(columns).from(users).where(isUser).for('update'))
    const after = existing(await tx.update(users).set(preferences).where(isUser).returning(columns))
    await auditChange(tx, { event: 'preferences.changed', accountId: userId, before, after })
    return after
  })

function existing([row]: Preferences[]): Preferences {
  if (!row) throw new AppError('NOT_SIGNED_IN')
  return row
}

const profileColumns = pick(users, 'firstName', 'lastName', 'timeZone')

const orNull = (name: string | undefined) => (name === '' ? null : name)

export const updateProfile = (ctx: Context, userId: number, changes: ProfileChanges): Promise<Profile> =>
  inTransaction(ctx, async (tx) => {
    const { firstName, lastName, timeZone } = changes
    const isUser = eq(users.id, userId)
    const [before] = await tx.select(profileColumns).from(users).where(isUser).for('update')
    if (!before) throw new AppError('NOT_SIGNED_IN')
    const set = { firstName: orNull(firstName), lastName: orNull(lastName), timeZone }
    const after = oneRow(await tx.update(users).set(set).where(isUser).returning(profileColumns))
    // Names are not copied, because audit entries outlive the account.
    const fields = (['firstName', 'lastName', 'timeZone'] as const).filter(
      (name) => before[name] !== after[name],
    )
    if (fields.length > 0)
      await audit(tx, { event: 'profile.changed', accountId: userId, after: { fields: fields.join(', ') } })
    return after
  })
