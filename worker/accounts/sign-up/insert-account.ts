import { users } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import { insertOrganization } from '#worker/organizations/insert-organization.ts'
import type { Transaction } from '#worker/transaction.ts'

type NewAccount = Pick<typeof users.$inferInsert, 'email' | 'password' | 'phoneNumber' | 'googleSub'>

/** Returns undefined if the address or the Google account is taken. */
export async function insertAccount(tx: Transaction, account: NewAccount) {
  const [user] = await tx.insert(users).values(account).onConflictDoNothing().returning()
  if (user)
    await audit(tx, { event: 'account.created', accountId: user.id, actor: user, subject: user.email })
  return user
}

export const insertFirstOrganization = (
  tx: Transaction,
  owner: { id: number; email: string },
): Promise<string> =>
  insertOrganization(tx, { name: organizationNameFor(owner.email), onboarding: 'name', owner })

const MAX_NAME_LENGTH = 64

function organizationNameFor(email: string): string {
  const [local = ''] = email.split('@')
  const words = local.split(/[._+-]+/).filter(Boolean)
  const person = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return `${(person || 'My').slice(0, MAX_NAME_LENGTH)}'s organization`
}
