import { sql } from 'drizzle-orm'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { countedThisMonth } from '#worker/quota/counted.ts'
import { forgetOrganization } from '#worker/quota/token-cache.ts'
import { type OrganizationDetail, type OrganizationSettings, VAT_NUMBER_EXPECTED } from './contract.ts'
import { describeOrganization, membershipOfRow, membershipRowSchema } from './describe.ts'
import { ownVatNumber } from './own-vat-number.ts'
import { rolesWith } from './rights.ts'

type Input = OrganizationSettings & { organizationId: string }

/**
 * Gives an organization another name, another VAT number, or both. Throws INVALID_INPUT for what is no VAT number, and
 * ROLE_TOO_LOW, also to one who is no admin any more by now.
 */
export async function updateSettings(
  ctx: Context,
  { organizationId, name, vatNumber }: Input,
  userId: number,
): Promise<OrganizationDetail> {
  const own = vatNumber ? requireVatNumber(vatNumber) : null
  const changesVatNumber = vatNumber !== undefined
  const { rows } = await ctx.db.execute(sql`
    update organizations o
       set name = coalesce(${name ?? null}::text, o.name),
           vat_number = case when ${changesVatNumber}::boolean then ${own}::text else o.vat_number end,
           updated_at = now()
      from organization_memberships m, organization_quotas q
     where o.id = ${organizationId}
       and m.organization_id = o.id and m.user_id = ${userId} and m.role in ${rolesWith('renames')}
       and q.organization_id = o.id
    returning m.role, o.id, o.name, o.tier, o.status, o.created_at, o.vat_number,
              q.monthly_limit, q.used_count, q.reset_date`)
  if (!rows[0]) throw new AppError('ROLE_TOO_LOW')
  const membership = membershipOfRow(membershipRowSchema.parse(rows[0]))
  if (changesVatNumber) await forgetOrganization(ctx, organizationId)
  return describeOrganization(membership, await countedThisMonth(ctx, organizationId))
}

function requireVatNumber(text: string): string {
  const own = ownVatNumber(text)
  if (own) return own
  throw new AppError('INVALID_INPUT', {
    message: VAT_NUMBER_EXPECTED,
    details: [{ path: 'vatNumber', message: VAT_NUMBER_EXPECTED }],
  })
}
