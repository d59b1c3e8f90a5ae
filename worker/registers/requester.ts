import { memberStates } from './member-states.ts'
import type { LookUpRequest, Register } from './register.ts'

export const requesterIdentifiers: ReadonlyMap<string, string> = new Map([
  ...[...memberStates].map(([letters, { identifier }]) => [letters, identifier] as const),
  ['GB', 'GB.VAT'] as const,
])

export function toRequester(register: Register, vatNumber: string | null): LookUpRequest['requester'] {
  const letters = vatNumber?.slice(0, 2)
  return vatNumber && letters && register.requesters?.includes(letters)
    ? { country: letters, number: vatNumber.slice(2) }
    : null
}

type Query = { register: Register; request: LookUpRequest }

export const requestOf = ({ register, request }: Query, vatNumber: string | null): LookUpRequest => ({
  ...request,
  requester: toRequester(register, vatNumber),
})
