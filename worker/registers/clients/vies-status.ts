import * as z from 'zod'
import type { RegisterStatus } from '#worker/registers/contract.ts'
import { openLine } from '#worker/registers/line.ts'
import type { RegisterServices } from '#worker/registers/turn.ts'
import { vies } from './vies.ts'

type Says = NonNullable<RegisterStatus['says']>

/** What VIES says of itself, and of the member states by the letters of their VAT numbers. */
export type ViesStatus = { itself: Says; memberStates: ReadonlyMap<string, Says> }

const states = z.array(z.object({ countryCode: z.string(), availability: z.string() }))
/** GET /check-status. The member states stand beside `vow`, or in it. */
const statusSchema = z
  .object({
    vow: z.object({ available: z.boolean().nullish(), countries: states.nullish() }).nullish(),
    countries: states.nullish(),
  })
  .refine(({ vow, countries }) => vow || countries)

const PATIENCE = 2_000
const SECONDS = 60

/** A member state that is not watched ("Monitoring Disabled") is unknown. */
const words: ReadonlyMap<string, Says> = new Map([
  ['Available', 'available'],
  ['Unavailable', 'unavailable'],
])

/** All isolates ask once a minute. Nothing is known while VIES does not say it. */
export async function viesStatus(
  services: Pick<RegisterServices, 'redis' | 'settings'>,
): Promise<ViesStatus> {
  const line = openLine(services, vies, Date.now() + PATIENCE)
  try {
    const told = await line.shared('status', async () => {
      const answer = await line.call('/check-status', { headers: { Accept: 'application/json' } })
      return { value: JSON.stringify(statusSchema.parse(JSON.parse(answer.text))), seconds: SECONDS }
    })
    return statusOf(statusSchema.parse(JSON.parse(told)))
  } catch {
    return { itself: 'unknown', memberStates: new Map() }
  }
}

function statusOf({ vow, countries }: z.infer<typeof statusSchema>): ViesStatus {
  const memberStates = (countries ?? vow?.countries ?? []).map(
    ({ countryCode, availability }) => [countryCode, words.get(availability) ?? 'unknown'] as const,
  )
  const isUp = vow?.available
  return {
    itself: isUp === true ? 'available' : isUp === false ? 'unavailable' : 'unknown',
    memberStates: new Map(memberStates),
  }
}
