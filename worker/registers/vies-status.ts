import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import type { RegisterStatus } from './contract.ts'
import { createRegisterHttp, type RegisterServices } from './register-http.ts'
import { vies } from './vies.ts'

type Availability = NonNullable<RegisterStatus['says']>

export type ViesStatus = {
  itself: Availability
  memberStates: ReadonlyMap<string, Availability>
}

const memberStatesSchema = once(() =>
  z.array(z.object({ countryCode: z.string(), availability: z.string() })),
)
/** GET /check-status. The member states are listed beside `vow`, or in it. */
const statusSchema = once(() =>
  z
    .object({
      vow: z
        .object({ available: z.boolean().nullish(), countries: memberStatesSchema().nullish() })
        .nullish(),
      countries: memberStatesSchema().nullish(),
    })
    .refine(({ vow, countries }) => vow || countries),
)

const TIMEOUT = 2_000
const CACHE_SECONDS = 60

/** All other words, such as "Monitoring Disabled", are unknown. */
const availabilities: ReadonlyMap<string, Availability> = new Map([
  ['Available', 'available'],
  ['Unavailable', 'unavailable'],
])

/** One request a minute for all isolates. */
export async function fetchViesStatus(
  services: Pick<RegisterServices, 'redis' | 'settings'>,
): Promise<ViesStatus> {
  const http = createRegisterHttp(services, vies, Date.now() + TIMEOUT)
  try {
    const status = await http.sharedValue('status', async () => {
      const { text } = await http.request('/check-status', { headers: { Accept: 'application/json' } })
      return { value: JSON.stringify(statusSchema().parse(JSON.parse(text))), seconds: CACHE_SECONDS }
    })
    return toViesStatus(statusSchema().parse(JSON.parse(status)))
  } catch {
    return { itself: 'unknown', memberStates: new Map() }
  }
}

function toViesStatus({ vow, countries }: z.infer<ReturnType<typeof statusSchema>>): ViesStatus {
  const memberStates = (countries ?? vow?.countries ?? []).map(
    ({ countryCode, availability }) => [countryCode, availabilities.get(availability) ?? 'unknown'] as const,
  )
  const isUp = vow?.available
  return {
    itself: isUp === true ? 'available' : isUp === false ? 'unavailable' : 'unknown',
    memberStates: new Map(memberStates),
  }
}
