import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { supportCategories, supportPriorities, supportStates } from '../enums.ts'
import { tiers } from '../organization-enums.ts'
import { users } from './accounts.ts'
import { createdAt, identity, oneOf } from './columns.ts'

const supportAuthors = ['user', 'support'] as const

/** Email, organization and tier are from the day of the request, so the organization is no foreign key. */
export const supportRequests = pgTable(
  'support_requests',
  {
    id: identity(),
    reference: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    email: text(),
    organizationId: text(),
    organizationName: text(),
    tier: text({ enum: tiers }),
    subject: text().notNull(),
    category: text({ enum: supportCategories }).notNull(),
    priority: text({ enum: supportPriorities }).notNull().default('normal'),
    state: text({ enum: supportStates }).notNull().default('open'),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Open requests from urgent to low, oldest first; then the others, newest first. One number, so that one index is enough. */
    queueOrder: bigint({ mode: 'number' })
      .notNull()
      .generatedAlwaysAs(
        sql`case state
              when 'open' then (case priority when 'urgent' then 0 when 'high' then 1 when 'normal' then 2 else 3 end)
                               * 4294967296::bigint + id
              when 'answered' then 5 * 4294967296::bigint - id
              else 6 * 4294967296::bigint - id
            end`,
      ),
  },
  (table) => [
    unique('support_requests_reference_key').on(table.reference),
    index('support_requests_user_id_idx').on(table.userId, table.createdAt, table.id),
    index('support_requests_organization_id_idx').on(table.organizationId, table.id),
    index('support_requests_queue_order_idx').on(table.queueOrder),
    oneOf('support_requests_tier_is_known', table.tier, tiers),
    oneOf('support_requests_category_is_known', table.category, supportCategories),
    oneOf('support_requests_priority_is_known', table.priority, supportPriorities),
    oneOf('support_requests_state_is_known', table.state, supportStates),
  ],
)

export const supportMessages = pgTable(
  'support_messages',
  {
    id: identity(),
    requestId: integer()
      .notNull()
      .references(() => supportRequests.id, { onDelete: 'cascade' }),
    author: text({ enum: supportAuthors }).notNull(),
    answeredBy: integer().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('support_messages_request_id_idx').on(table.requestId, table.id),
    index('support_messages_answered_by_idx').on(table.answeredBy),
    oneOf('support_messages_author_is_known', table.author, supportAuthors),
  ],
)
