import type { Db } from '#db/client.ts'
import { users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { insertOrganization } from '#worker/organizations/insert-organization.ts'
import { organizationNameFor } from './organization-name.ts'

type NewAccount = { email: string; passwordHash?: string; googleSub?: string; now: Date }

/** CTEs for a user with a proven address and an organization. They return nothing if the address is taken. */
export function insertAccount(db: Db, { email, passwordHash, googleSub, now: at }: NewAccount) {
  const newUser = db
    .$with('new_user')
    .as(
      db
        .insert(users)
        .values({ email, password: passwordHash, googleSub, emailVerifiedAt: now })
        .onConflictDoNothing()
        .returning({ id: users.id, role: users.role, createdAt: users.createdAt }),
    )
  const organization = insertOrganization(db, { name: organizationNameFor(email), owner: newUser, now: at })
  return {
    organizationId: organization.organizationId,
    newUser,
    parts: [newUser, ...organization.parts],
  }
}
