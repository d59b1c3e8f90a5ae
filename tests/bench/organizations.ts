import pg from 'pg'
import type { Tier } from '#worker/organizations/contract.ts'
import { monthOf } from '#worker/quota/month.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'

/** Returns their tokens. */
export async function addOrganizations(
  databaseUrl: string,
  {
    count,
    limit,
    used = 0,
    tier = 'ENTERPRISE',
  }: { count: number; limit: number; used?: number; tier?: Tier },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const tokens: string[] = []
  for (let made = 0; made < count; made++) {
    const id = generateOrganizationId()
    const { token, row } = generateToken(id)
    tokens.push(token)
    await client.query(`insert into organizations (id, name, tier) values ($1, 'Customer', $2)`, [id, tier])
    await client.query(
      `insert into organization_quotas (organization_id, monthly_limit, used_count, reset_date) values ($1, $2, $3, $4)`,
      [id, limit, used, monthOf(new Date()).end],
    )
    await client.query(
      `insert into api_tokens (name, token, prefix, last_four, organization_id, permissions)
       values ('Server', $1, $2, $3, $4, '{"read":true,"validation":true}')`,
      [row.token, row.prefix, row.lastFour, id],
    )
  }
  await client.end()
  return tokens
}
