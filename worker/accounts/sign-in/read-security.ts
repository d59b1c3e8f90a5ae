import { eq } from 'drizzle-orm'
import { recoveryCodes, users } from '#db/schema/index.ts'
import type { AccountSecurity } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'

type Caller = { id: number; isPlatformAdmin: boolean; needsTwoFactor: boolean }

export async function readSecurity(
  ctx: Context,
  { id, isPlatformAdmin, needsTwoFactor }: Caller,
): Promise<AccountSecurity> {
  const [user, recoveryCodesLeft] = await Promise.all([
    ctx.db.query.users.findFirst({
      columns: { password: true, googleSub: true },
      where: eq(users.id, id),
      with: { twoFactor: { columns: { enabledAt: true } } },
    }),
    ctx.db.$count(recoveryCodes, eq(recoveryCodes.userId, id)),
  ])
  return {
    hasPassword: Boolean(user?.password),
    hasGoogle: Boolean(user?.googleSub),
    twoFactor: {
      enabledAt: user?.twoFactor?.enabledAt?.toISOString() ?? null,
      recoveryCodesLeft,
      isRequired: isPlatformAdmin || needsTwoFactor,
    },
  }
}
