import { type SQL, sql } from 'drizzle-orm'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { monthOf } from '#worker/quota/month.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/tokens/contract.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { monthlyLimits } from './contract.ts'

type NewOrganization = {
  name: string
  /** A query for the `id` of the user who becomes its admin; without a row there is no organization. */
  owner: SQL
  now: Date
}

export const makeOrganizationId = () => `org_${randomBase62(16)}`

/**
 * An organization (FREE, ACTIVE) with its admin, its quota and its default token, as the parts of one statement:
 * there is never one without them. `new_organization`, `new_membership` and `new_quota` return what is shown of it.
 */
export function organizationParts({ name, owner, now }: NewOrganization): {
  organizationId: string
  parts: SQL
} {
  const organizationId = makeOrganizationId()
  const token = generateToken()
  const permissions = JSON.stringify({ read: true, validation: true })
  const parts = sql`
    owner as (${owner}),
    new_organization as (
      insert into organizations (id, name)
      select ${organizationId}::text, ${name}::text from owner
      returning id, name, tier, status, created_at, vat_number
    ),
    new_membership as (
      insert into organization_memberships (user_id, organization_id, role)
      select owner.id, new_organization.id, 'admin' from owner, new_organization
      returning role
    ),
    new_quota as (
      insert into organization_quotas (organization_id, monthly_limit, reset_date)
      select id, ${monthlyLimits.FREE}::int, ${monthOf(now).end.toISOString()}::timestamptz from new_organization
      returning monthly_limit, used_count, reset_date
    ),
    new_token as (
      insert into api_tokens (name, token, prefix, last_four, organization_id, permissions, created_by)
      select ${DEFAULT_TOKEN_NAME}, ${token.tokenHash}, ${token.prefix}, ${token.lastFour},
             new_organization.id, ${permissions}::jsonb, owner.id
        from owner, new_organization
    )`
  return { organizationId, parts }
}
