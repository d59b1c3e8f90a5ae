import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  cidr,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, identity, instant } from './columns.ts'
import { organizationId } from './organizations.ts'

type TokenPermissions = { read: boolean; validation: boolean }

/** `token` is a SHA-256 hash, as in the other tables. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: identity(),
    name: text().notNull(),
    token: text().notNull(),
    prefix: text().notNull(),
    lastFour: text().notNull(),
    organizationId: organizationId(),
    live: boolean().notNull().default(true),
    permissions: jsonb().$type<TokenPermissions>().notNull(),
    /** Empty allows every address. */
    allowedIps: cidr().array().notNull().default([]),
    lastRefusedIp: inet(),
    lastRefusedAt: instant(),
    /** For a rotated token's old secret, which works until `deleteAt`: the token with the new secret. */
    rotatedToId: integer().references((): AnyPgColumn => apiTokens.id, { onDelete: 'cascade' }),
    expiresAt: instant(),
    deleteAt: instant(),
    lastUsedAt: instant(),
    lastUsedCountry: text(),
    oauthClientId: text(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('api_tokens_token_key').on(table.token),
    unique('api_tokens_rotated_to_id_key').on(table.rotatedToId),
    index('api_tokens_organization_id_created_at_idx').on(table.organizationId, table.createdAt),
    uniqueIndex('api_tokens_one_default_key').on(table.organizationId).where(sql`${table.name} = 'default'`),
    index('api_tokens_delete_at_idx').on(table.deleteAt).where(sql`${table.deleteAt} is not null`),
    index('api_tokens_app_expires_at_idx').on(table.expiresAt).where(sql`${table.oauthClientId} is not null`),
    index('api_tokens_created_by_idx').on(table.createdBy),
    check('api_tokens_name_is_long_enough', sql`char_length(${table.name}) >= 3`),
  ],
)
