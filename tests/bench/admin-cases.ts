import type { UsersQuery } from '#worker/admin/contract.ts'
import { listUserActivities } from '#worker/admin/list-user-activities.ts'
import { listUsers } from '#worker/admin/list-users.ts'
import { readOverview, readSummary } from '#worker/admin/read-overview.ts'
import type { AllAuditFilter } from '#worker/audit/contract.ts'
import { EXPORT_BATCH } from '#worker/audit/export-audit.ts'
import { readPage } from '#worker/audit/read-page.ts'
import type { Context } from '#worker/context.ts'
import { listQueue } from '#worker/support/queue.ts'
import { ADMIN, type Facts, LARGEST, PERSON } from './admin-data.ts'

type Case = { name: string; run: () => Promise<unknown> }

const AUDIT_PAGE = 50

const users = (ctx: Context, { after }: Facts): Case[] => {
  const list = (name: string, query: Partial<UsersQuery>): Case => ({
    name: `users: ${name}`,
    run: () => listUsers(ctx, { sort: 'createdAt', direction: 'desc', ...query }),
  })
  const filters: readonly (readonly [name: string, filter: Partial<UsersQuery>])[] = [
    ['all', {}],
    ['start of an email', { email: 'person7777' }],
    ['part of most emails', { email: 'lee' }],
    ['part of few emails', { email: '77.lee@company77' }],
    ['part of no email', { email: 'nobody' }],
    ['FREE', { tier: 'FREE' }],
    ['PRO', { tier: 'PRO' }],
    ['ENTERPRISE', { tier: 'ENTERPRISE' }],
    ['email and tier', { email: 'person77', tier: 'PRO' }],
  ]
  const orders = (['createdAt', 'usage'] as const).flatMap((sort) =>
    (['desc', 'asc'] as const).map((direction) => ({ sort, direction })),
  )
  return filters.flatMap(([name, filter]) =>
    orders.flatMap((order) => {
      const full = `${name}, ${order.sort} ${order.direction}`
      return [
        list(full, { ...filter, ...order }),
        list(`${full}, later page`, { ...filter, ...order, after: after[order.sort] }),
      ]
    }),
  )
}

const audit = (ctx: Context, { middle, day }: Facts): Case[] => {
  const page = (
    name: string,
    query: Omit<Parameters<typeof readPage>[1], 'limit'>,
    limit = AUDIT_PAGE,
  ): Case => ({ name: `audit: ${name}`, run: () => readPage(ctx, { limit, ...query }) })
  const filters: readonly (readonly [name: string, filter: AllAuditFilter])[] = [
    ['all', {}],
    ['an event of half', { event: 'token.created' }],
    ['a rare event', { event: 'organization.restored' }],
    ['an event of none', { event: 'project.deleted' }],
    ['a day', { day }],
    ['event and day', { event: 'token.created', day }],
    ['rare event and day', { event: 'organization.restored', day }],
  ]
  const people: readonly (readonly [name: string, filter: AllAuditFilter])[] = [
    ['busiest person', { email: ADMIN.email }],
    ['a person', { email: PERSON.email }],
    ['nobody', { email: 'nobody@example.test' }],
  ]
  const actors: readonly (readonly [name: string, filter: AllAuditFilter])[] = [
    ['busiest person', { actorId: ADMIN.id }],
    ['a person without entries here', { actorId: PERSON.id }],
  ]
  const combined = (others: typeof people) =>
    others.flatMap(([person, who]) =>
      filters.map(([name, filter]) => [`${person}, ${name}`, { ...who, ...filter }] as const),
    )
  return [
    ...[...filters, ...combined(people)].flatMap(([name, filter]) => [
      page(`platform: ${name}`, filter),
      page(`platform: ${name}, later page`, { ...filter, before: middle.all }),
    ]),
    ...combined(people).map(([name, filter]) =>
      page(`platform: one organization, ${name}`, { ...filter, organizationId: LARGEST }),
    ),
    ...[...filters, ...combined(actors)].flatMap(([name, filter]) => [
      page(`organization: ${name}`, { ...filter, organizationId: LARGEST }),
      page(`organization: ${name}, later page`, {
        ...filter,
        organizationId: LARGEST,
        before: middle.organization,
      }),
    ]),
    page('organization: CSV batch', { organizationId: LARGEST }, EXPORT_BATCH),
    page(
      'organization: later CSV batch',
      { organizationId: LARGEST, before: middle.organization },
      EXPORT_BATCH,
    ),
    page('user', { accountId: ADMIN.id }),
    page('user, later page', { accountId: ADMIN.id, before: middle.account }),
  ]
}

/** What platform administrators, organization admins and users read. */
export const cases = (ctx: Context, facts: Facts): Case[] => [
  { name: 'summary', run: () => readSummary(ctx) },
  { name: 'overview', run: () => readOverview(ctx) },
  { name: 'activities of a user', run: () => listUserActivities(ctx, ADMIN.id) },
  { name: 'support requests, open', run: () => listQueue(ctx, { state: 'open' }) },
  ...users(ctx, facts),
  ...audit(ctx, facts),
]
