import type { Column, WithSubquery } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { apiTokens, memberships, organizations, quotas } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { monthOf } from '#worker/quota/month.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/tokens/contract.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import { monthlyLimits, type OnboardingStep } from './contract.ts'

type NewOrganization = {
  name: string
  /** `name` for a name that we chose. */
  onboarding: Exclude<OnboardingStep, 'done'>
  /** A CTE with the admin's user id. If it has no row, nothing is inserted. */
  owner: WithSubquery & { id: Column; email: Column }
}

export function insertOrganization(ctx: Context, { name, onboarding, owner }: NewOrganization) {
  const { db, now } = ctx
  const organizationId = generateOrganizationId()
  const { tokenHash, prefix, lastFour } = generateToken(organizationId)
  const newOrganization = db
    .$with('new_organization')
    .as(
      insertFrom(db, organizations, { id: organizationId, name }, (values) =>
        db.select(values).from(owner),
      ).returning({ id: organizations.id }),
    )
  const newMembership = db
    .$with('new_membership')
    .as(
      insertFrom(db, memberships, { userId: owner.id, organizationId, role: 'admin', onboarding }, (values) =>
        db.select(values).from(owner),
      ).returning({ role: memberships.role }),
    )
  const newQuota = db
    .$with('new_quota')
    .as(
      insertFrom(
        db,
        quotas,
        { organizationId, monthlyLimit: monthlyLimits.FREE, resetDate: monthOf(now).end },
        (values) => db.select(values).from(owner),
      ).returning({ id: quotas.id }),
    )
  const newToken = db.$with('new_token').as(
    insertFrom(
      db,
      apiTokens,
      {
        name: DEFAULT_TOKEN_NAME,
        token: tokenHash,
        prefix,
        lastFour,
        organizationId,
        permissions: { read: true, validation: true },
        createdBy: owner.id,
      },
      (values) => db.select(values).from(owner),
    ).returning({ id: apiTokens.id }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'organization.created',
      organizationId,
      subject: name,
      actor: { id: owner.id, email: owner.email },
    },
    owner,
  )
  return {
    organizationId,
    newOrganization,
    parts: [newOrganization, newMembership, newQuota, newToken, audit],
  }
}
