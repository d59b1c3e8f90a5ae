export const STATUS_DAYS = 90

/** Days without calls are left out. */
export type ComponentHistory = {
  id: string
  name: string
  days: { day: string; calls: number; answered: number }[]
}

/** A time in which calls to a component failed. Interruptions of it less than ten minutes apart are one incident. */
export type Incident = {
  component: string
  name: string
  parts: string[]
  openParts: string[]
  startedAt: string
  endedAt: string | null
}

export type StatusHistory = {
  at: string
  api: ComponentHistory
  registers: ComponentHistory[]
  incidents: Incident[]
}
