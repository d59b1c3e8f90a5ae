import { asc, gte, sql } from 'drizzle-orm'
import { statusDays, statusOutages } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { API } from './api-failures.ts'
import { type ComponentHistory, STATUS_DAYS, type StatusHistory } from './contract.ts'
import { componentName, incidentsOf } from './incidents.ts'

const DAY = 86_400_000

/** The last 90 days. The member states of VIES are added up. */
export async function readStatusHistory({ db, now }: Context): Promise<StatusHistory> {
  const first = new Date(now.getTime() - (STATUS_DAYS - 1) * DAY).toISOString().slice(0, 10)
  const { day, answered, failed } = statusDays
  const id = sql<string>`split_part(${statusDays.component}, ':', 1)`.as('id')
  const [rows, outages] = await db.batch([
    db
      .select({
        id,
        day,
        calls: sql<number>`sum(${answered} + ${failed})::int`,
        answered: sql<number>`sum(${answered})::int`,
      })
      .from(statusDays)
      .where(gte(day, first))
      .groupBy(id, day)
      .orderBy(asc(day), asc(id)),
    db
      .select()
      .from(statusOutages)
      .where(gte(statusOutages.startedAt, new Date(first)))
      .orderBy(asc(statusOutages.startedAt)),
  ])
  const components = new Map<string, ComponentHistory>()
  const componentOf = (id: string) => {
    const known = components.get(id) ?? { id, name: componentName(id), days: [] }
    components.set(id, known)
    return known
  }
  for (const { id, ...counts } of rows) componentOf(id).days.push(counts)
  const api = componentOf(API)
  const registers = [...components.values()].filter((component) => component !== api)
  return { at: now.toISOString(), api, registers, incidents: incidentsOf(outages) }
}
