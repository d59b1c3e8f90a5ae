import { and, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { activityHours, apiTokens } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import { DAY, HOUR } from '#worker/lib/time.ts'
import {
  CHART_DAYS,
  CHART_HOURS,
  noCalls,
  type Outcome,
  type OutcomeCounts,
  outcomes,
  type Usage,
  type UsageRange,
} from './contract.ts'

const units: Readonly<Record<UsageRange, { unit: number; count: number }>> = {
  '24h': { unit: HOUR, count: CHART_HOURS },
  '7d': { unit: DAY, count: 7 },
  '30d': { unit: DAY, count: CHART_DAYS },
}

function rangeStart(range: UsageRange, now: Date): Date {
  const { unit, count } = units[range]
  return new Date((Math.floor(now.getTime() / unit) - count + 1) * unit)
}

type Input = { organizationId: string; range: UsageRange }

export async function listUsage(ctx: Context, { organizationId, range }: Input): Promise<Usage> {
  const rows = await selectUsage(ctx.db, organizationId, rangeStart(range, ctx.now))
  return {
    tokens: ranked(rows, ({ tokenId, tokenName }) => ({ tokenId, tokenName })),
    countries: ranked(rows, ({ country }) => ({ country })),
  }
}

export function selectUsage(db: Db, organizationId: string, from: Date) {
  const { tokenId, country, outcome } = activityHours
  const used = db
    .select({ tokenId, country, outcome, calls: sql<number>`sum(${activityHours.calls})::int`.as('calls') })
    .from(activityHours)
    .where(and(eq(activityHours.organizationId, organizationId), gte(activityHours.hour, from)))
    .groupBy(tokenId, country, outcome)
    .as('used')
  return db
    .select({
      tokenId: used.tokenId,
      tokenName: apiTokens.name,
      ...pick(used, 'country', 'outcome', 'calls'),
    })
    .from(used)
    .leftJoin(apiTokens, and(eq(apiTokens.id, used.tokenId), eq(apiTokens.organizationId, organizationId)))
}

type Row = { outcome: Outcome; calls: number }
type Counted = { counts: OutcomeCounts }

function ranked<Each extends Row, Name extends object>(
  rows: readonly Each[],
  nameOf: (row: Each) => Name,
): (Name & Counted)[] {
  const byName = new Map<string, Name & Counted>()
  for (const row of rows) {
    const name = nameOf(row)
    const key = JSON.stringify(name)
    const used = byName.get(key) ?? { ...name, counts: { ...noCalls } }
    used.counts[row.outcome] += row.calls
    byName.set(key, used)
  }
  return [...byName.values()].toSorted((left, right) => callsOf(right) - callsOf(left))
}

const callsOf = ({ counts }: Counted) => outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
