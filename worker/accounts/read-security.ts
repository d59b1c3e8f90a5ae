import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { AccountSecurity } from './contract.ts'

export async function readSecurity(ctx: Context, userId: number): Promise<AccountSecurity> {
  const user = await ctx.db.query.users.findFirst({
    columns: { password: true, googleSub: true },
    where: eq(users.id, userId),
  })
  return { hasPassword: Boolean(user?.password), hasGoogle: Boolean(user?.googleSub) }
}
