import { type Db, hot } from '#db/client.ts'
import { type BaseContext, createBaseContext } from './base-context.ts'
import type { Settings } from './env.ts'

/** A suspended Neon database takes seconds to start. */
export const DATABASE_TIMEOUT_MS = 12_000

type Device = { userId: number; deviceId: string; since: number }

export type Origin = {
  network: string
  userAgent: string | undefined
  readPlace?: () => string | undefined
  /** The accounts that signed in with this browser, and when (ms). */
  readDevices?: () => Promise<readonly Device[]>
}
type Actor = { id: number; email: string }

export type Context = BaseContext & {
  readonly settings: Settings
  readonly db: Db
  readonly origin?: Origin | undefined
  readonly actor?: Actor | undefined
}

const databases = new WeakMap<Settings, Db>()

export function withDatabase(base: BaseContext, origin?: Origin): Context {
  const settings = base.allSettings()
  const db = databases.get(settings) ?? hot(settings, DATABASE_TIMEOUT_MS)
  databases.set(settings, db)
  return { ...base, settings, db, origin }
}

export const createContext = (...request: Parameters<typeof createBaseContext>): Context =>
  withDatabase(createBaseContext(...request))
