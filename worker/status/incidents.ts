import { registerName } from '#worker/registers/sources.ts'
import { API } from './api-failures.ts'
import type { Incident } from './contract.ts'

/** Outages of a component that are closer are one incident. */
const GAP_MS = 600_000

export const componentName = (id: string): string => (id === API ? 'API' : registerName(id))

type Outage = { component: string; startedAt: Date; endedAt: Date | null }

type Open = Omit<Incident, 'startedAt' | 'endedAt'> & { startedAt: number; endedAt: number }

/** From outages in the order of their start. Newest first. */
export function incidentsOf(outages: readonly Outage[]): Incident[] {
  const incidents: Open[] = []
  const latest = new Map<string, Open>()
  for (const { component: key, startedAt, endedAt } of outages) {
    const [component = '', part] = key.split(':')
    const [start, end] = [startedAt.getTime(), endedAt?.getTime() ?? Infinity]
    const known = latest.get(component)
    if (known && start <= known.endedAt + GAP_MS) {
      known.endedAt = Math.max(known.endedAt, end)
      if (part && !known.parts.includes(part)) known.parts.push(part)
      if (part && endedAt === null) known.openParts.push(part)
      continue
    }
    const incident = {
      component,
      name: componentName(component),
      parts: part ? [part] : [],
      openParts: part && endedAt === null ? [part] : [],
      startedAt: start,
      endedAt: end,
    }
    incidents.push(incident)
    latest.set(component, incident)
  }
  return incidents.reverse().map((incident) => ({
    ...incident,
    startedAt: new Date(incident.startedAt).toISOString(),
    endedAt: incident.endedAt === Infinity ? null : new Date(incident.endedAt).toISOString(),
  }))
}
