import type { Context as HonoContext } from 'hono'
import * as z from 'zod/mini'
import { randomBase62 } from '#worker/lib/crypto.ts'
import type { AppEnv } from './app-env.ts'
import { KNOWN_DEVICE_SECONDS } from './contract.ts'
import { signedCookie } from './signed-cookie.ts'

const MAX_ACCOUNTS = 5

const deviceCookie = signedCookie({
  name: 'device',
  audience: 'tinproof-device',
  seconds: KNOWN_DEVICE_SECONDS,
  schema: z.object({
    accounts: z.array(z.object({ userId: z.number(), deviceId: z.string(), since: z.number() })),
  }),
})

export const readDevices = async (c: HonoContext<AppEnv>) => (await deviceCookie.read(c))?.accounts ?? []

export async function rememberDevice(c: HonoContext<AppEnv>, userId: number): Promise<void> {
  const others = (await readDevices(c)).filter((account) => account.userId !== userId)
  const own = { userId, deviceId: randomBase62(16), since: Date.now() }
  await deviceCookie.set(c, { accounts: [own, ...others].slice(0, MAX_ACCOUNTS) })
}
