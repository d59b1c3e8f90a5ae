import pg from 'pg'
import { monthOf } from '#worker/quota/month.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'

/** Organizations of a paid tier. Returns their tokens. */
export async function addOrganizations(
  databaseUrl: string,
  { count, limit }: { count: number; limit: number },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const tokens: string[] = []
  for (let made = 0; made < count; made++) {
    const id = generateOrganizationId()
    const { token, tokenHash, prefix, lastFour } = generateToken(id)
    tokens.push(token)
    await client.query(`insert into organizations (id, name, tier) values ($1, 'Customer', 'ENTERPRISE')`, [
      id,
    ])
    await client.query(
      `insert into organization_quotas (organization_id, monthly_limit, reset_date) values ($1, $2, $3)`,
      [id, limit, monthOf(new Date()).end],
    )
    await client.query(
      `insert into api_tokens (name, token, prefix, last_four, organization_id, permissions)
       values ('Server', $1, $2, $3, $4, '{"read":true,"validation":true}')`,
      [tokenHash, prefix, lastFour, id],
    )
  }
  await client.end()
  return tokens
}
