import type { RedisClient } from '#worker/clients/redis.ts'
import { fetchText } from '#worker/lib/http-client.ts'
import type { Line, Register, RegisterSettings } from './register.ts'
import { shared } from './shared.ts'

/** Some registers refuse requests without one. */
const USER_AGENT = 'Tinproof/1.0 (+https://tinproof.example; tax ID validation)'

type Services = { redis: RedisClient; settings: RegisterSettings }

/** Waits until a call to that base may be made; throws TooManyCalls. */
export type Meter = (base: string) => Promise<void>

/**
 * What a client of that register works with until `endsAt` (milliseconds since 1970). Calls are counted by the meter,
 * if there is one.
 */
export function openLine(
  { redis, settings }: Services,
  register: Register,
  endsAt: number,
  meter?: Meter,
): Line {
  const left = () => endsAt - Date.now()
  const standIn = settings.REGISTERS_URL && `${settings.REGISTERS_URL}/${register.id}`
  return {
    settings,
    left,
    call: async (path, { base = register.base, within = left(), ...init } = {}) => {
      await meter?.(base)
      const headers = new Headers(init.headers)
      headers.set('User-Agent', USER_AGENT)
      return fetchText(`${standIn || base}${path}`, { ...init, headers, timeout: Math.min(within, left()) })
    },
    shared: (name, make, fresh) => shared(redis, `${register.id}:${name}`, make, fresh),
  }
}
