import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type PendingVerification, users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { insertOrganization } from '#worker/organizations/insert-organization.ts'
import { isIncomplete } from './pending-sign-up.ts'

type NewAccount = {
  email: string
  passwordHash?: string
  phoneNumber?: string | undefined
  pending?: PendingVerification
  googleSub?: string
  now: Date
}

/**
 * CTEs for a user with an organization. They return nothing if the address is taken. With `pending`, an earlier pending
 * sign-up of the address is renewed instead.
 */
export function insertAccount(db: Db, account: NewAccount) {
  const insert = db.insert(users).values({
    email: account.email,
    password: account.passwordHash,
    phoneNumber: account.phoneNumber,
    tempData: account.pending,
    googleSub: account.googleSub,
    emailVerifiedAt: account.googleSub === undefined ? null : now,
  })
  const { pending, phoneNumber } = account
  const upsert = pending
    ? insert.onConflictDoUpdate({
        target: users.email,
        set: { tempData: pending, ...(phoneNumber !== undefined && { phoneNumber }) },
        setWhere: isIncomplete,
      })
    : insert.onConflictDoNothing()
  const newUser = db.$with('new_user').as(
    upsert.returning({
      id: users.id,
      role: users.role,
      createdAt: users.createdAt,
      isInserted: isInserted.as('is_inserted'),
    }),
  )
  const owner = db
    .$with('owner')
    .as(db.select({ id: newUser.id }).from(newUser).where(eq(newUser.isInserted, true)))
  const organization = insertOrganization(db, {
    name: organizationNameFor(account.email),
    owner,
    now: account.now,
  })
  return {
    organizationId: organization.organizationId,
    newUser,
    parts: [newUser, owner, ...organization.parts],
  }
}

/** PostgreSQL sets xmax on a row that ON CONFLICT locked and updated. */
const isInserted = sql<boolean>`${users}.xmax = 0`

const MAX_NAME_LENGTH = 64

function organizationNameFor(email: string): string {
  const [local = ''] = email.split('@')
  const words = local.split(/[._+-]+/).filter(Boolean)
  const person = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return `${(person || 'My').slice(0, MAX_NAME_LENGTH)}'s organization`
}
