import { type SeedAccount, seedDevelopment } from '#db/seed.ts'
import { hashPassword } from '#worker/accounts/passwords/password.ts'
import { DEFAULT_TOKEN_NAME, monthlyLimits } from '#worker/organizations/contract.ts'
import { monthOf } from '#worker/quota/month.ts'
import { organizationOf } from '#worker/token-format.ts'
import { generateOrganizationId, generateToken, tokenParts } from '#worker/tokens/generate-token.ts'

export const demoAccount = { email: 'demo@tinproof.test', password: 'demo-password' }
const adminAccount = { email: 'admin@tinproof.test', password: 'admin-password' }

const both = { read: true, validation: true }

const toRow = (name: string, { row }: ReturnType<typeof generateToken>) => ({
  ...row,
  name,
  permissions: both,
})

async function account(
  { email, password }: { email: string; password: string },
  organizationName: string,
  role: SeedAccount['role'],
  organizationId = generateOrganizationId(),
): Promise<SeedAccount> {
  return {
    email,
    passwordHash: await hashPassword({}, password),
    role,
    organization: {
      id: organizationId,
      name: organizationName,
      monthlyLimit: monthlyLimits.FREE,
      resetDate: monthOf(new Date()).end,
    },
    tokens: [toRow(DEFAULT_TOKEN_NAME, generateToken(organizationId))],
  }
}

/** Creates the demo account with an API token, and the platform administrator. */
export async function seed(databaseUrl: string, apiToken: string): Promise<void> {
  const demo = await account(demoAccount, 'Demo Company', null, organizationOf(apiToken))
  const admin = await account(adminAccount, 'Tinproof', 'system_admin')
  await seedDevelopment(databaseUrl, [
    { ...demo, tokens: [...demo.tokens, toRow('Development', tokenParts(apiToken))] },
    admin,
  ])
}
