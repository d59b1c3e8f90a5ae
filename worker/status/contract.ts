export const STATUS_DAYS = 90

/** Calls to the API or a register. Days without calls are left out. */
export type ComponentHistory = {
  id: string
  name: string
  days: { day: string; calls: number; answered: number }[]
}

/** A time in which calls to a component failed. Interruptions of it less than ten minutes apart are one incident. */
export type Incident = {
  component: string
  name: string
  /** Member states of VIES; empty for other components. */
  parts: string[]
  /** The parts that still don't answer. */
  openParts: string[]
  startedAt: string
  /** Null while it lasts. */
  endedAt: string | null
}

/** The content of /status.json. Instants are ISO 8601, days in UTC. */
export type StatusHistory = {
  at: string
  api: ComponentHistory
  registers: ComponentHistory[]
  /** Newest first. */
  incidents: Incident[]
}
