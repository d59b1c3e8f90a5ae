import { asc, gte } from 'drizzle-orm'
import { statusDays, statusOutages } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { registerName } from '#worker/registers/sources.ts'
import { STATUS_DAYS, type StatusHistory } from './contract.ts'
import { incidentsOf } from './incidents.ts'

const DAY = 86_400_000

/** The last 90 days. The member states of VIES are added up. */
export async function readStatusHistory({ db, now }: Context): Promise<StatusHistory> {
  const first = new Date(now.getTime() - (STATUS_DAYS - 1) * DAY).toISOString().slice(0, 10)
  const [days, outages] = await db.batch([
    db.select().from(statusDays).where(gte(statusDays.day, first)).orderBy(asc(statusDays.day)),
    db
      .select()
      .from(statusOutages)
      .where(gte(statusOutages.startedAt, new Date(first)))
      .orderBy(asc(statusOutages.startedAt)),
  ])
  const registers = new Map<string, Map<string, { calls: number; answered: number }>>()
  for (const { component, day, answered, failed } of days) {
    const [id = ''] = component.split(':')
    const byDay = registers.get(id) ?? new Map<string, { calls: number; answered: number }>()
    const counts = byDay.get(day) ?? { calls: 0, answered: 0 }
    byDay.set(day, { calls: counts.calls + answered + failed, answered: counts.answered + answered })
    registers.set(id, byDay)
  }
  return {
    at: now.toISOString(),
    registers: [...registers].map(([id, byDay]) => ({
      id,
      name: registerName(id),
      days: [...byDay].map(([day, counts]) => ({ day, ...counts })),
    })),
    incidents: incidentsOf(outages),
  }
}
