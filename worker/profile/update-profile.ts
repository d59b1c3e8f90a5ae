import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Profile, ProfileChanges } from './contract.ts'

const columns = { firstName: users.firstName, lastName: users.lastName, timeZone: users.timeZone }

const orNull = (name: string | undefined) => (name === '' ? null : name)

export async function updateProfile(ctx: Context, userId: number, changes: ProfileChanges): Promise<Profile> {
  const { db } = ctx
  const { firstName, lastName, timeZone } = changes
  const updated = db.$with('updated').as(
    db
      .update(users)
      .set({ firstName: orNull(firstName), lastName: orNull(lastName), timeZone })
      .where(eq(users.id, userId))
      .returning(columns),
  )
  const audit = auditPart(
    ctx,
    // Names are not copied, because audit entries outlive the account.
    { event: 'profile.changed', accountId: userId, after: { fields: Object.keys(changes).join(', ') } },
    updated,
  )
  const [profile] = await db.with(updated, audit).select().from(updated)
  if (!profile) throw new AppError('NOT_SIGNED_IN')
  return profile
}
