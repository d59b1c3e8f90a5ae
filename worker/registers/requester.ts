import { hmrc } from './clients/hmrc.ts'
import { memberStates } from './clients/vies.ts'
import type { Question, Register } from './register.ts'

/** The VAT numbers in whose name a register can be asked: their identifiers, by the letters before them. */
export const requesterIdentifiers: ReadonlyMap<string, string> = new Map([
  ...[...memberStates].map(([letters, { identifier }]) => [letters, identifier] as const),
  ...hmrc.identifiers.map((identifier) => [identifier.slice(0, 2), identifier] as const),
])

/** In whose name the register is asked for an organization of that VAT number; null for nobody's. */
export function requesterOf(register: Register, vatNumber: string | null): Question['requester'] {
  const letters = vatNumber?.slice(0, 2)
  return vatNumber && letters && register.requesters?.includes(letters)
    ? { country: letters, number: vatNumber.slice(2) }
    : null
}
