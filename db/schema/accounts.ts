import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { platformRoles } from '../organization-enums.ts'
import { createdAt, identity, instant, oneOf } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: identity(),
    email: text().notNull(),
    password: text(),
    /** Browsers that last signed in before this count as new. */
    passwordChangedAt: instant(),
    firstName: text(),
    lastName: text(),
    timeZone: text(),
    phoneNumber: text(),
    tempData: jsonb(),
    role: text({ enum: platformRoles }),
    googleSub: text(),
    disabledAt: instant(),
    disabledReason: text(),
    usedCount: bigint({ mode: 'number' }).notNull().default(0),
    quotaEmails: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    unique('users_email_key').on(table.email),
    unique('users_google_sub_key').on(table.googleSub),
    index('users_created_at_idx').on(table.createdAt, table.id),
    index('users_used_count_idx').on(table.usedCount, table.id),
    check('users_email_is_lower_case', sql`${table.email} = lower(${table.email})`),
    oneOf('users_role_is_known', table.role, platformRoles),
  ],
)

export const userId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'session',
  {
    sid: text().primaryKey(),
    sess: jsonb().$type<{ userAgent: string | null; place?: string | null }>().notNull(),
    expire: instant().notNull(),
    userId: userId(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    confirmedAt: instant(),
  },
  (table) => [index('session_user_id_idx').on(table.userId), index('session_expire_idx').on(table.expire)],
)

export const twoFactors = pgTable(
  'two_factors',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    encryptedSecret: text().notNull(),
    /** The 30-second step of the last accepted code. Codes of this step and earlier ones are refused. */
    lastStep: integer().notNull().default(0),
    enabledAt: instant(),
  },
  (table) => [check('two_factors_last_step_is_not_negative', sql`${table.lastStep} >= 0`)],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer()
      .notNull()
      .references(() => twoFactors.userId, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

export const passwordResetTokens = pgTable(
  'password_reset_tokens',
  {
    id: identity(),
    email: text().notNull(),
    token: text().notNull(),
    expiresAt: instant().notNull(),
    used: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    unique('password_reset_tokens_token_key').on(table.token),
    index('password_reset_tokens_email_idx').on(table.email),
    index('password_reset_tokens_expires_at_idx').on(table.expiresAt),
  ],
)

export const rateLimits = pgTable(
  'rate_limit',
  {
    id: identity(),
    email: text().notNull(),
    type: text().notNull(),
    attemptCount: integer().notNull().default(1),
    lastAttempt: instant().notNull().defaultNow(),
    cooldownUntil: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('rate_limit_email_type_key').on(table.email, table.type),
    check('rate_limit_attempt_count_is_not_negative', sql`${table.attemptCount} >= 0`),
  ],
)
