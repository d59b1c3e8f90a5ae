import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, identity, updatedAt } from './columns.ts'
import { organizationId } from './organizations.ts'
import { apiTokens } from './tokens.ts'

export const projects = pgTable(
  'projects',
  {
    id: identity(),
    name: text().notNull(),
    description: text(),
    apiKey: text()
      .notNull()
      .references(() => apiTokens.token, { onUpdate: 'cascade' }),
    organizationId: organizationId(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('projects_api_key_key').on(table.apiKey),
    index('projects_organization_id_created_at_idx').on(table.organizationId, table.createdAt),
    check('projects_name_is_long_enough', sql`char_length(${table.name}) >= 3`),
  ],
)
