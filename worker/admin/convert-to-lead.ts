import { asc, eq, sql } from 'drizzle-orm'
import { memberships, organizations, users } from '#db/schema/index.ts'
import { recordAudit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import {
  type HubSpotAccount,
  type HubSpotContact,
  HubSpotFailed,
  type UpsertAction,
  upsertContact,
} from '#worker/services/hubspot.ts'
import type { LeadConversion } from './contract.ts'

export async function convertToLead(ctx: Context, userId: number): Promise<LeadConversion> {
  const { HUBSPOT_TOKEN: token, HUBSPOT_URL: url } = ctx.settings
  if (!token) {
    throw new AppError('NOT_CONFIGURED', { message: "HubSpot isn't configured. Set HUBSPOT_TOKEN." })
  }
  const conversion = findContact(ctx, userId).then((contact) => convert(ctx, { url, token }, contact))
  // It is audited even if this request is canceled.
  ctx.waitUntil(conversion.catch(() => undefined))
  return { action: await conversion }
}

async function findContact({ db }: Context, userId: number): Promise<HubSpotContact> {
  const [contact] = await db
    .select({ email: users.email, company: organizations.name, tier: organizations.tier })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(users.id, userId))
    .orderBy(
      sql`array_position(array['ENTERPRISE', 'PRO', 'FREE'], ${organizations.tier})`,
      asc(memberships.id),
    )
    .limit(1)
  if (!contact) throw new AppError('USER_NOT_FOUND')
  return contact
}

async function convert(
  ctx: Context,
  account: HubSpotAccount,
  contact: HubSpotContact,
): Promise<UpsertAction> {
  try {
    const action = await upsertContact(account, contact)
    await recordAudit(ctx, {
      event: 'admin.lead_converted',
      subject: contact.email,
      after: { action, company: contact.company, tier: contact.tier },
    })
    return action
  } catch (error) {
    if (!(error instanceof HubSpotFailed)) throw error
    const message = messageOf(error)
    throw new AppError('LEAD_CONVERSION_FAILED', { ...(message && { message }), cause: error })
  }
}

function messageOf({ code, reason }: HubSpotFailed): string | undefined {
  if (code === 'UNREACHABLE') return "HubSpot didn't respond. Try again."
  if (code === 'RATE_LIMITED') return reason ?? 'HubSpot is receiving too many requests. Try again later.'
  return reason
}
