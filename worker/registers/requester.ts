import { hmrc } from './hmrc.ts'
import type { LookUpRequest, Register } from './register.ts'
import { memberStates } from './vies.ts'

export const requesterIdentifiers: ReadonlyMap<string, string> = new Map([
  ...[...memberStates].map(([letters, { identifier }]) => [letters, identifier] as const),
  ...hmrc.identifiers.map((identifier) => [identifier.slice(0, 2), identifier] as const),
])

export function toRequester(register: Register, vatNumber: string | null): LookUpRequest['requester'] {
  const letters = vatNumber?.slice(0, 2)
  return vatNumber && letters && register.requesters?.includes(letters)
    ? { country: letters, number: vatNumber.slice(2) }
    : null
}
