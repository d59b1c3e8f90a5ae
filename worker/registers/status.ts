import { countries } from '#worker/tin/index.ts'
import { registers } from './all.ts'
import { memberStates, vies } from './clients/vies.ts'
import { viesStatus } from './clients/vies-status.ts'
import type { RegisterCalls, RegisterStatus, RegistersAnswer } from './contract.ts'
import { add, type Counts, type CountsByLane, none, readCounts } from './counts.ts'
import type { Register } from './register.ts'
import { isOn } from './sources.ts'
import type { RegisterServices } from './turn.ts'

type Services = Pick<RegisterServices, 'redis' | 'settings'>

/** So long an answer is good enough (seconds): one Redis trip a minute in an isolate, whoever asks. */
export const STATUS_SECONDS = 60

const cached = new WeakMap<Services['settings'], { answer: Promise<RegistersAnswer>; until: number }>()

/** How the registers did, by our own calls of the last hour and day and by what VIES says. VIES first, then its member states. */
export function registersStatus(services: Services): Promise<RegistersAnswer> {
  const known = cached.get(services.settings)
  if (known && known.until > Date.now()) return known.answer
  const answer = readStatus(services)
  cached.set(services.settings, { answer, until: Date.now() + STATUS_SECONDS * 1_000 })
  return answer
}

async function readStatus(services: Services): Promise<RegistersAnswer> {
  const now = Date.now()
  const [calls, told] = await Promise.all([readCounts(services.redis, now), viesStatus(services)])
  const describe = (
    { id, name, country, says }: Pick<RegisterStatus, 'id' | 'name' | 'country' | 'says'>,
    register: Register,
    lanes: readonly string[],
  ): RegisterStatus => {
    const lastHour = sumOf(calls.lastHour, lanes)
    const hours = calls.byHour.map((hour) => sumOf(hour, lanes))
    return {
      id,
      name,
      country,
      state: isOn(register, services.settings) ? 'on' : 'off',
      health: healthOf(lastHour),
      says,
      lastHour: callsOf(lastHour),
      lastDay: callsOf(hours.reduce(add, none)),
      hours: hours.map(shareOf),
    }
  }
  const lanes = [...memberStates.values()].map(({ lane }) => lane)
  return {
    at: new Date(now).toISOString(),
    registers: [
      describe({ id: vies.id, name: vies.name, country: null, says: told.itself }, vies, lanes),
      ...[...memberStates].map(([letters, { country, lane }]) => {
        const says = told.memberStates.get(letters) ?? 'unknown'
        return describe({ id: lane, name: nameOf(country), country, says }, vies, [lane])
      }),
      ...registers
        .filter((register) => register !== vies)
        .map((register) => {
          const country = register.identifiers[0]?.slice(0, 2) ?? null
          return describe({ id: register.id, name: register.name, country, says: null }, register, [
            register.id,
          ])
        }),
    ],
  }
}

const nameOf = (country: string) => countries.find(({ code }) => code === country)?.name ?? country

const sumOf = (counts: CountsByLane, lanes: readonly string[]): Counts =>
  lanes.map((lane) => counts.get(lane) ?? none).reduce(add, none)

const callsOf = ({ answered, failed, time }: Counts): RegisterCalls => {
  const calls = answered + failed
  return { calls, answered, milliseconds: calls > 0 ? Math.round(time / calls) : null }
}

const shareOf = ({ answered, failed }: Counts): number | null =>
  answered + failed > 0 ? answered / (answered + failed) : null

function healthOf(counts: Counts): RegisterStatus['health'] {
  const share = shareOf(counts)
  if (share === null) return 'unknown'
  return share < 0.5 ? 'down' : share < 0.9 ? 'poor' : 'ok'
}
