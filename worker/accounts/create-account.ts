import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { PendingVerification } from '#db/schema/accounts.ts'
import { organizationParts } from '#worker/organizations/organization-parts.ts'

type NewAccount = {
  email: string
  passwordHash: string | null
  phoneNumber: string | null
  role?: 'system_admin'
  organizationName?: string
  /** A sign-up that waits for its link. */
  pending?: PendingVerification
  /** Google's name for the person, who has proved the address to Google. */
  googleSub?: string
  now: Date
}

/**
 * A user with an organization (FREE, ACTIVE), its quota and its default token, as the parts of one statement:
 * there is never a user without them. When the e-mail address is taken, every part is empty; but with `pending`, an
 * earlier sign-up that waits is renewed: `new_user` is its row then, with `is_new` false, and the others are empty.
 */
export function accountParts(account: NewAccount): { organizationId: string; parts: SQL } {
  const organization = organizationParts({
    name: account.organizationName ?? organizationNameOf(account.email),
    owner: sql`select id from new_user where is_new`,
    now: account.now,
  })
  const parts = sql`
    new_user as (
      insert into users (email, password, phone_number, role, temp_data, google_sub, email_verified_at)
      values (${account.email}, ${account.passwordHash}, ${account.phoneNumber}, ${account.role ?? null},
              ${account.pending ? JSON.stringify(account.pending) : null}::jsonb,
              ${account.googleSub ?? null}, ${account.googleSub ? sql`now()` : null})
      on conflict ${account.pending ? sql`(email) ${renewal}` : sql`do nothing`}
      returning id, email, role, created_at, ${isInserted} as is_new
    ),
    ${organization.parts}`
  return { organizationId: organization.organizationId, parts }
}

const renewal = sql`do update
      set temp_data = excluded.temp_data, phone_number = coalesce(excluded.phone_number, users.phone_number)
      where users.password is null and users.google_sub is null`

/** A row that was there before carries the mark of the transaction that locked it for its update. */
const isInserted = sql`users.xmax = 0`

const MAX_NAME_LENGTH = 64

/** `ada.lovelace@…` -> "Ada Lovelace's organization" */
function organizationNameOf(email: string): string {
  const [local = ''] = email.split('@')
  const words = local.split(/[._+-]+/).filter(Boolean)
  const person = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return `${(person || 'My').slice(0, MAX_NAME_LENGTH)}'s organization`
}
