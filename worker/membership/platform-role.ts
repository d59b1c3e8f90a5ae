import type { users } from '#db/schema/index.ts'
import type { Settings } from '#worker/env.ts'
import type { PlatformRole } from '#worker/http/contract.ts'

type Account = Pick<typeof users.$inferSelect, 'role' | 'email'>

/** The administrator by `ADMIN_EMAIL` has none in the database. */
export const platformRoleOf = (
  { ADMIN_EMAIL }: Pick<Settings, 'ADMIN_EMAIL'>,
  { role, email }: Account,
): PlatformRole | null => role ?? (email === ADMIN_EMAIL ? 'system_admin' : null)
