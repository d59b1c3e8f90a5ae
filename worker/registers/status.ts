import * as z from 'zod/mini'
import { once } from '#worker/lib/once.ts'
import { Semaphore } from '#worker/lib/semaphore.ts'
import { countries } from '#worker/tin/index.ts'
import { healthOfShare } from './contract/health.ts'
import type { RegisterCalls, RegisterStatus, RegistersAnswer } from './contract.ts'
import { memberStates, viesLimiterKey } from './member-states.ts'
import { type CallMetrics, readMetrics, sumMetrics } from './metrics.ts'
import { countriesOf, type Register } from './register.ts'
import { createRegisterHttp, type RegisterServices } from './register-http.ts'
import { registers, vies } from './registers.ts'
import { isEnabled } from './sources.ts'

type Services = Pick<RegisterServices, 'redis' | 'settings'>

export const STATUS_SECONDS = 60
const MAX_WAIT = 5_000

type Cache = { reader: Semaphore; answer?: RegistersAnswer }

const caches = new WeakMap<Services['settings'], Cache>()

const isCurrent = (answer: RegistersAnswer | undefined): answer is RegistersAnswer =>
  answer !== undefined && Date.parse(answer.updatedAt) + STATUS_SECONDS * 1_000 > Date.now()

/** One caller of the isolate reads it, and the others wait for that. */
export async function registersStatus(services: Services): Promise<RegistersAnswer> {
  const cache = caches.get(services.settings) ?? { reader: new Semaphore(1) }
  caches.set(services.settings, cache)
  if (isCurrent(cache.answer)) return cache.answer
  const release = await cache.reader.acquire(Date.now() + MAX_WAIT)
  try {
    if (!isCurrent(cache.answer)) cache.answer = await readStatus(services, Date.now())
    return cache.answer
  } finally {
    release?.()
  }
}

async function readStatus(services: Services, now: number): Promise<RegistersAnswer> {
  const [metrics, viesStatus] = await Promise.all([
    readMetrics(services.redis, now),
    fetchViesStatus(services),
  ])
  const describe = (
    { publishedStatus, ...identity }: Pick<RegisterStatus, 'id' | 'name' | 'country' | 'publishedStatus'>,
    register: Register,
    limiterKeys: readonly string[],
  ): RegisterStatus => {
    const lastHour = sumMetrics(
      metrics.slots.flatMap((slot) => limiterKeys.map((limiterKey) => slot.get(limiterKey))),
    )
    const hours = metrics.hours.map((hour) =>
      sumMetrics(limiterKeys.map((limiterKey) => hour.get(limiterKey))),
    )
    return {
      ...identity,
      state: isEnabled(register, services.settings) ? 'on' : 'off',
      health: healthOfShare(answeredShare(lastHour)),
      publishedStatus,
      lastHour: toCalls(lastHour),
      lastDay: toCalls(sumMetrics(hours)),
      hours: hours.map(answeredShare),
    }
  }
  const viesKeys = [...memberStates.values()].map(({ identifier }) => viesLimiterKey(identifier))
  return {
    updatedAt: new Date(now).toISOString(),
    registers: [
      describe(
        { id: vies.id, name: vies.name, country: null, publishedStatus: viesStatus.itself },
        vies,
        viesKeys,
      ),
      ...[...memberStates].map(([letters, { country, identifier }]) => {
        const limiterKey = viesLimiterKey(identifier)
        const publishedStatus = viesStatus.memberStates.get(letters) ?? 'unknown'
        return describe({ id: limiterKey, name: countryName(country), country, publishedStatus }, vies, [
          limiterKey,
        ])
      }),
      ...registers
        .filter((register) => register !== vies)
        .map((register) => {
          const { id, name } = register
          return describe({ id, name, country: countryOf(register), publishedStatus: null }, register, [id])
        }),
    ],
  }
}

function countryOf(register: Register): string | null {
  const [first = null, , ...others] = countriesOf(register)
  return others.length > 0 ? null : first
}

const countryName = (country: string) => countries.find(({ code }) => code === country)?.name ?? country

const toCalls = ({ answered, failed, milliseconds }: CallMetrics): RegisterCalls => {
  const calls = answered + failed
  return { calls, answered, milliseconds: calls > 0 ? Math.round(milliseconds / calls) : null }
}

const answeredShare = ({ answered, failed }: CallMetrics): number | null =>
  answered + failed > 0 ? answered / (answered + failed) : null

type Availability = NonNullable<RegisterStatus['publishedStatus']>

type ViesStatus = {
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
      vow: z.nullish(
        z.object({ available: z.nullish(z.boolean()), countries: z.nullish(memberStatesSchema()) }),
      ),
      countries: z.nullish(memberStatesSchema()),
    })
    .check(z.refine(({ vow, countries }) => vow || countries)),
)

const TIMEOUT = 2_000
const CACHE_SECONDS = 60

/** All other words, such as "Monitoring Disabled", are unknown. */
const availabilities: ReadonlyMap<string, Availability> = new Map([
  ['Available', 'available'],
  ['Unavailable', 'unavailable'],
])

/** One request a minute for all isolates. */
async function fetchViesStatus(services: Pick<RegisterServices, 'redis' | 'settings'>): Promise<ViesStatus> {
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
