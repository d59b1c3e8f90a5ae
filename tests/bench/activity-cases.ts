import { recordedCall } from '#tests/worker/recorded-call.ts'
import { listActivityDays } from '#worker/activity/activity-chart.ts'
import type { ActivityFilter } from '#worker/activity/contract.ts'
import { EXPORT_BATCH, exportActivity } from '#worker/activity/export-activity.ts'
import { listActivity, selectHistory } from '#worker/activity/read-page.ts'
import { updateOrganization } from '#worker/admin/update-organization.ts'
import type { Context } from '#worker/context.ts'
import { correctCounters } from '#worker/jobs/correct-counters.ts'
import { deleteDueTokens } from '#worker/jobs/delete-due-tokens.ts'
import { deleteOldActivity, deleteOldRows } from '#worker/jobs/delete-old-rows.ts'
import { isMember, selectMemberships } from '#worker/membership/membership.ts'
import { listProjects } from '#worker/projects/list.ts'
import { findDashboardToken } from '#worker/quota/dashboard-token.ts'
import { countCall, readQuotas, takeBackCall } from '#worker/quota/quota-statements.ts'
import type { RecordedCall } from '#worker/quota/recorded-call.ts'
import { writeCalls } from '#worker/quota/write-calls.ts'
import { createToken } from '#worker/tokens/create.ts'
import { listTokens } from '#worker/tokens/list.ts'
import { listTokenUsage } from '#worker/tokens/list-usage.ts'
import { revokeToken } from '#worker/tokens/revoke-tokens.ts'
import { type Facts, LARGEST, organizationId, tokenId } from './activity-data.ts'
import type { Statement } from './explain.ts'

const DAY = 86_400_000

type Case = {
  name: string
  run: () => Promise<unknown>
  /** Selects among the statements that `run` sends. */
  pick?: (statements: Statement[]) => Statement[]
  /** Tables that it may read from end to end. */
  scans?: string[]
}

type Query = ActivityFilter & { before?: number }

const second = '/api/tinproof/second'

const pages = (ctx: Context, { middle, small, numberHash }: Facts): Case[] => {
  const page = (name: string, organization: string, query: Query): Case => ({
    name,
    run: () => listActivity(ctx, { organizationId: organization, limit: 100, ...query }),
  })
  const { day, id: before } = middle
  const filters: readonly (readonly [name: string, filter: ActivityFilter])[] = [
    ['all calls', {}],
    ['a day', { day }],
    ['status 200, half of all', { status: 200 }],
    ['status 400, few', { status: 400 }],
    ['status 403, few and long ago', { status: 403 }],
    ['status 599, none', { status: 599 }],
    ['an endpoint of a tenth', { endpoint: second }],
    ['an endpoint of none', { endpoint: '/nothing' }],
    ['status and endpoint', { status: 200, endpoint: second }],
    ['status and endpoint, none', { status: 429, endpoint: second }],
    ['a token of half', { tokenId: 1 }],
    ['a token of few', { tokenId: 4 }],
    ['token and status', { status: 200, tokenId: 1 }],
    ['token and status, few', { status: 400, tokenId: 1 }],
    ['token and status, none', { status: 200, tokenId: 2 }],
    ['token and endpoint, none', { tokenId: 1, endpoint: second }],
    ['token, status, endpoint and day', { tokenId: 3, status: 200, endpoint: second, day }],
    ["another organization's token", { tokenId: tokenId(1, 1) }],
  ]
  return [
    ...filters.flatMap(([name, filter]) => [
      page(name, LARGEST, filter),
      page(`${name}, from the middle on`, LARGEST, { ...filter, before }),
    ]),
    {
      name: 'the history of a number',
      run: () => selectHistory(ctx, { organizationId: LARGEST, numberHash }),
    },
    page('small organization: all calls', small.organizationId, {}),
    page('small organization: a status', small.organizationId, { status: 200 }),
    page('small organization: a token', small.organizationId, { tokenId: small.tokenId }),
    page("small organization: the largest one's token", small.organizationId, { tokenId: 1 }),
  ]
}

const callOf = (organization: number, call: Partial<RecordedCall> = {}): RecordedCall =>
  recordedCall(organizationId(organization), {
    tokenId: tokenId(organization, 1),
    numberHash: '0123456789abcde',
    ...call,
  })

const writes = (ctx: Context, { written }: Facts): Case[] => {
  const write = (name: string, calls: RecordedCall[]): Case => ({ name, run: () => writeCalls(ctx, calls) })
  return [
    write('write 1 call', [callOf(0)]),
    write(
      'write 100 calls',
      Array.from({ length: 100 }, () => callOf(0)),
    ),
    write(
      'write 100 calls again',
      written.map((requestId) => callOf(0, { requestId })),
    ),
  ]
}

const quota = (ctx: Context): Case[] => {
  const { requestId, method, endpoint, country } = callOf(0)
  const counted = { requestId, method, endpoint, country }
  return [
    { name: 'read a quota', run: () => readQuotas(ctx.db, [LARGEST]) },
    {
      name: 'count a call',
      run: () =>
        countCall(ctx.db, { ...counted, organizationId: LARGEST, tokenId: tokenId(0, 1), now: ctx.now }),
    },
    { name: 'take a call back', run: () => takeBackCall(ctx.db, LARGEST, counted) },
  ]
}

const account = (ctx: Context): Case[] => {
  const owner = { id: 1, email: 'user-1@example.test' }
  const token = { organizationId: LARGEST, tokenId: tokenId(0, 1), callerId: owner.id }
  const permissions = { read: true, validation: true }
  return [
    {
      name: 'membership and quota',
      run: () => selectMemberships(ctx.db).where(isMember({ organizationId: LARGEST, userId: owner.id })),
    },
    { name: 'tokens', run: () => listTokens(ctx, LARGEST) },
    { name: 'usage of tokens', run: () => listTokenUsage(ctx, LARGEST) },
    {
      name: 'create a token',
      run: () =>
        createToken(
          ctx,
          { organizationId: LARGEST, name: 'New', expiry: 'never', live: true, permissions, allowedIps: [] },
          owner,
        ),
    },
    { name: 'delete a token', run: () => revokeToken(ctx, token) },
    { name: "the dashboard's token", run: () => findDashboardToken(ctx, LARGEST, undefined) },
    { name: 'projects and their usage', run: () => listProjects(ctx, LARGEST) },
    { name: 'change a tier', run: () => updateOrganization(ctx, { organizationId: LARGEST, tier: 'PRO' }) },
  ]
}

const jobs = (ctx: Context): Case[] => {
  // The calls of the last days stay. The daily counts end 400 days after the first.
  const later = (days: number): Context => ({ ...ctx, now: new Date(ctx.now.getTime() + days * DAY) })
  return [
    // An index on `check_at` would be written with each call.
    { name: 'correct-counters', run: () => correctCounters(ctx), scans: ['organization_quotas'] },
    { name: 'delete-due-tokens, a batch', run: () => deleteDueTokens(ctx) },
    { name: 'delete-old-rows', run: () => deleteOldRows(ctx) },
    {
      name: 'delete-old-activity, a batch of calls',
      run: () => deleteOldActivity(later(5)),
      pick: (all) => all.slice(0, 1),
    },
    {
      name: 'delete-old-activity, a batch of days',
      run: () => deleteOldActivity(later(400)),
      pick: (all) => all.slice(1),
    },
  ]
}

/** The same cases in the same order for every database. */
export const cases = (ctx: Context, facts: Facts): Case[] => [
  ...pages(ctx, facts),
  { name: 'the days', run: () => listActivityDays(ctx, LARGEST) },
  { name: 'the first batch of an export', run: () => exportActivity(ctx, { organizationId: LARGEST }) },
  {
    name: 'a later batch of an export',
    run: () => listActivity(ctx, { organizationId: LARGEST, limit: EXPORT_BATCH, before: facts.middle.id }),
  },
  ...account(ctx),
  ...quota(ctx),
  ...writes(ctx, facts),
  ...jobs(ctx),
]
