import { asc, gte, isNull, or, sql } from 'drizzle-orm'
import { statusDays, statusOutages } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DAY } from '#worker/lib/time.ts'
import { escapeXml } from '#worker/lib/xml.ts'
import { registerName } from '#worker/registers/sources.ts'
import { API } from './api-failures.ts'
import { type ComponentHistory, type Incident, STATUS_DAYS, type StatusHistory } from './contract.ts'

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
      .where(or(isNull(statusOutages.endedAt), gte(statusOutages.endedAt, new Date(first))))
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

const GAP_MS = 600_000

const componentName = (id: string): string => (id === API ? 'API' : registerName(id))

type Outage = { component: string; startedAt: Date; endedAt: Date | null }

type Open = Omit<Incident, 'startedAt' | 'endedAt'> & { startedAt: number; endedAt: number }

const newIncident = (component: string, at: number): Open => ({
  component,
  name: componentName(component),
  parts: [],
  openParts: [],
  startedAt: at,
  endedAt: at,
})

/** From outages in the order of their start. Newest first. */
function incidentsOf(outages: readonly Outage[]): Incident[] {
  const incidents: Open[] = []
  const latest = new Map<string, Open>()
  for (const { component: key, startedAt, endedAt } of outages) {
    const [component = '', part] = key.split(':')
    const start = startedAt.getTime()
    const known = latest.get(component)
    const isSame = known !== undefined && start <= known.endedAt + GAP_MS
    const incident = isSame ? known : newIncident(component, start)
    if (!isSame) incidents.push(incident)
    latest.set(component, incident)
    incident.endedAt = Math.max(incident.endedAt, endedAt?.getTime() ?? Infinity)
    if (part && !incident.parts.includes(part)) incident.parts.push(part)
    if (part && endedAt === null) incident.openParts.push(part)
  }
  return incidents.reverse().map((incident) => ({
    ...incident,
    startedAt: new Date(incident.startedAt).toISOString(),
    endedAt: incident.endedAt === Infinity ? null : new Date(incident.endedAt).toISOString(),
  }))
}

const MAX_ITEMS = 50

export function statusRss({ at, incidents }: StatusHistory, origin: string): string {
  const items = incidents.slice(0, MAX_ITEMS).map((incident) => itemOf(incident, origin))
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Tinproof status</title>
<link>${escapeXml(origin)}/status</link>
<atom:link href="${escapeXml(origin)}/status.rss" rel="self" type="application/rss+xml"/>
<description>Incidents of the API and the official registers, from real calls.</description>
<language>en-us</language>
<lastBuildDate>${new Date(at).toUTCString()}</lastBuildDate>
${items.join('\n')}
</channel>
</rss>
`
}

function itemOf(incident: Incident, origin: string): string {
  const { component, startedAt, endedAt } = incident
  const until = endedAt === null ? 'and is ongoing' : `and ended at ${endedAt}`
  const { title, note } = component === API ? describeApi(incident) : describeRegister(incident)
  return `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(origin)}/status</link>
<guid isPermaLink="false">${escapeXml(`${component} ${startedAt}`)}</guid>
<pubDate>${new Date(startedAt).toUTCString()}</pubDate>
<description>${escapeXml(`The incident began at ${startedAt} ${until}. ${note}`)}</description>
</item>`
}

const describeApi = ({ endedAt }: Incident) => ({
  title: endedAt === null ? 'API calls are failing' : 'API incident',
  note: "Failed calls don't count toward your quota.",
})

function describeRegister({ name, parts, openParts, endedAt }: Incident) {
  const named = endedAt === null ? openParts : parts
  const who = named.length > 0 ? `${name} (${named.join(', ')})` : name
  return {
    title: endedAt === null ? `${who} isn't responding` : `${who} didn't respond`,
    note: "A register that doesn't respond never makes a number invalid.",
  }
}
