import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import * as schema from './schema/index.ts'

type SeedToken = Pick<
  typeof schema.apiTokens.$inferInsert,
  'name' | 'token' | 'prefix' | 'lastFour' | 'permissions'
>

export type SeedAccount = {
  email: string
  passwordHash: string
  role: 'system_admin' | null
  organization: { id: string; name: string; monthlyLimit: number; resetDate: Date }
  tokens: readonly SeedToken[]
}

export async function seedDevelopment(databaseUrl: string, accounts: readonly SeedAccount[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const db = drizzle({ client, schema, casing: 'snake_case' })
    for (const account of accounts) {
      await db.transaction(async (tx) => {
        const [known] = await tx.select().from(schema.users).where(eq(schema.users.email, account.email))
        if (known) return
        const [user] = await tx
          .insert(schema.users)
          .values({
            email: account.email,
            password: account.passwordHash,
            role: account.role,
          })
          .returning()
        if (!user) throw new Error(`${account.email} could not be seeded`)
        const { id, name, monthlyLimit, resetDate } = account.organization
        await tx.insert(schema.organizations).values({ id, name })
        await tx.insert(schema.memberships).values({ userId: user.id, organizationId: id, role: 'admin' })
        await tx.insert(schema.quotas).values({ organizationId: id, monthlyLimit, resetDate })
        await tx.insert(schema.freeQuotas).values({ organizationId: id, userId: user.id })
        await tx
          .insert(schema.apiTokens)
          .values(account.tokens.map((token) => ({ ...token, organizationId: id, createdBy: user.id })))
      })
    }
  } finally {
    await client.end()
  }
}
