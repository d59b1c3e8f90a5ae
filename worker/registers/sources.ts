import type { Proof } from './constants.ts'
import type { LookUpRequest, Register, RegisterSettings } from './register.ts'
import { registers } from './registers.ts'

export type Source = { register: Register; isFallback: boolean; request: LookUpRequest }

export const isEnabled = (register: Register, settings: RegisterSettings): boolean =>
  (register.requiredSettings ?? []).every((name) => Boolean(settings[name]))

const byIdentifier: ReadonlyMap<string, Register> = new Map(
  registers.flatMap((register) => register.identifiers.map((identifier) => [identifier, register] as const)),
)

export const registerOf = (identifier: string): Register | undefined => byIdentifier.get(identifier)

export const proofOf = ({ proves = 'business', provesVatOf }: Register, identifier: string): Proof =>
  provesVatOf?.includes(identifier) ? 'vat_registration' : proves

export const registerById = (id: string): Register | undefined =>
  registers.find((register) => register.id === id)

export const registerName = (id: string): string => registerById(id)?.name ?? id

const needsArticle = /\b(authority|department|list|ministerio|office|register|registrar|registry|service)\b/i

/** A description has an article, and a proper name has none: "the UID register", "VIES". */
export function registerInSentence(id: string): string {
  const name = registerName(id)
  return needsArticle.test(name) ? `the ${name}` : name
}

export const registerOfLimiter = (key: string): Register | undefined =>
  registers.find(({ id }) => key === id || key.startsWith(`${id}:`))

export function limiterName(key: string): string {
  const [, part] = key.split(':')
  const name = registerOfLimiter(key)?.name ?? key
  return part ? `${name} ${part}` : name
}

/** The number's register, then its fallbacks. Empty if the register itself is not set up, because it has not failed. */
export function sourcesOf(request: LookUpRequest, settings: RegisterSettings): Source[] {
  const register = byIdentifier.get(request.identifier)
  if (!register || !isEnabled(register, settings)) return []
  const fallbacks = fallbacksFor(request).filter((fallback) => isEnabled(fallback, settings))
  return [
    { register, isFallback: false, request },
    ...fallbacks.map((fallback) => ({ register: fallback, isFallback: true, request })),
  ]
}

export const fallbackOf = (request: LookUpRequest): Register | undefined => fallbacksFor(request)[0]

const fallbacksFor = (request: LookUpRequest): Register[] =>
  registers.filter(
    ({ fallbackFor, canHold }) => fallbackFor?.includes(request.identifier) && (!canHold || canHold(request)),
  )
