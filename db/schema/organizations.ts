import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  invitationStatuses,
  memberRoles,
  monitorDigests,
  onboardingSteps,
  organizationStatuses,
  tiers,
} from '../organization-enums.ts'
import { userId, users } from './accounts.ts'
import { createdAt, identity, instant, oneOf, updatedAt } from './columns.ts'

export const organizations = pgTable(
  'organizations',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    tier: text({ enum: tiers }).notNull().default('FREE'),
    status: text({ enum: organizationStatuses }).notNull().default('ACTIVE'),
    vatNumber: text(),
    statusReason: text(),
    contractLimit: integer(),
    /** False if its owner had the free quota in another organization. Its limit on FREE is 0. */
    hasFreeQuota: boolean().notNull().default(true),
    batchRetentionDays: smallint().notNull().default(30),
    monitorDigest: text({ enum: monitorDigests }).notNull().default('weekly'),
    monitorDigestAt: instant(),
    keepsRecords: boolean().notNull().default(false),
    /** Null keeps records as long as the plan allows. */
    recordYears: smallint(),
    twoFactorRequiredAt: instant(),
    deleteAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('organizations_tier_idx').on(table.tier, table.id),
    index('organizations_delete_at_idx').on(table.deleteAt).where(sql`${table.deleteAt} is not null`),
    check('organizations_contract_limit_is_positive', sql`${table.contractLimit} > 0`),
    check(
      'organizations_batch_retention_days_is_possible',
      sql`${table.batchRetentionDays} between 1 and 90`,
    ),
    check('organizations_record_years_is_possible', sql`${table.recordYears} between 1 and 10`),
    oneOf('organizations_tier_is_known', table.tier, tiers),
    oneOf('organizations_status_is_known', table.status, organizationStatuses),
  ],
)

export const organizationId = () =>
  text()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

export const memberships = pgTable(
  'organization_memberships',
  {
    id: identity(),
    userId: userId(),
    organizationId: organizationId(),
    role: text({ enum: memberRoles }).notNull().default('member'),
    onboarding: text({ enum: onboardingSteps }).notNull().default('done'),
    twoFactorRemindedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('organization_memberships_user_id_organization_id_key').on(table.userId, table.organizationId),
    index('organization_memberships_organization_id_idx').on(table.organizationId, table.userId),
    oneOf('organization_memberships_role_is_known', table.role, memberRoles),
    oneOf('organization_memberships_onboarding_is_known', table.onboarding, onboardingSteps),
  ],
)

export const invitations = pgTable(
  'organization_invitations',
  {
    id: identity(),
    email: text().notNull(),
    organizationId: organizationId(),
    invitedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    role: text({ enum: memberRoles }).notNull().default('member'),
    token: text().notNull(),
    status: text({ enum: invitationStatuses }).notNull().default('pending'),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('organization_invitations_token_key').on(table.token),
    uniqueIndex('organization_invitations_one_pending_key')
      .on(table.organizationId, table.email)
      .where(sql`${table.status} = 'pending'`),
    index('organization_invitations_organization_id_idx').on(table.organizationId, table.createdAt),
    index('organization_invitations_email_idx').on(table.email),
    index('organization_invitations_expires_at_idx').on(table.expiresAt),
    index('organization_invitations_invited_by_idx').on(table.invitedBy),
    oneOf('organization_invitations_role_is_known', table.role, memberRoles),
    oneOf('organization_invitations_status_is_known', table.status, invitationStatuses),
  ],
)

type WarningColumns = Record<'warningCount' | 'warnedCount' | 'warnedUntil' | 'resetDate', AnyPgColumn>

/** The condition of a partial index, so queries must use exactly this one. */
export const quotaWarningIsDue = (quota: WarningColumns) =>
  sql`${quota.warningCount} > 0 and (${quota.warnedUntil} is distinct from ${quota.resetDate} or ${quota.warningCount} > ${quota.warnedCount})`

/** `usedCount` is for the month that ends at `resetDate`, 00:00 UTC on the 1st. It grows only together with rows of calls. */
export const quotas = pgTable(
  'organization_quotas',
  {
    id: identity(),
    organizationId: organizationId(),
    monthlyLimit: integer().notNull(),
    usedCount: integer().notNull().default(0),
    /** When to compare the counter in Redis; null if that is done. Not indexed: each call would write the index. */
    checkAt: instant(),
    resetDate: instant().notNull(),
    warningCount: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`case when used_count >= monthly_limit then monthly_limit
                 when used_count >= ceil(monthly_limit * 0.9) then ceil(monthly_limit * 0.9)::integer
                 when used_count >= ceil(monthly_limit * 0.8) then ceil(monthly_limit * 0.8)::integer
                 else 0 end`,
      ),
    /** The highest `warningCount` that an email was sent for, in the month that ends at `warnedUntil`. */
    warnedCount: integer().notNull().default(0),
    warnedUntil: instant(),
  },
  (table) => [
    unique('organization_quotas_organization_id_key').on(table.organizationId),
    // Holds only quotas with an email to send. Most calls change none of its columns, so they don't write it.
    index('organization_quotas_warning_idx').on(table.organizationId).where(quotaWarningIsDue(table)),
    check('organization_quotas_used_count_is_not_negative', sql`${table.usedCount} >= 0`),
    check('organization_quotas_monthly_limit_is_not_negative', sql`${table.monthlyLimit} >= 0`),
  ],
)
