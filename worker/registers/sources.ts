import type { Proof } from './constants.ts'
import type { LookUpRequest, Register, RegisterAnswer, RegisterHttp, RegisterSettings } from './register.ts'
import { registers } from './registers.ts'

export type Source = {
  register: Register
  isFallback: boolean
  request: LookUpRequest
  toAnswer: (answer: RegisterAnswer) => RegisterAnswer
  lookUp: (http: RegisterHttp) => Promise<RegisterAnswer>
}

export const isEnabled = (register: Register, settings: RegisterSettings): boolean =>
  (register.requiredSettings ?? []).every((name) => Boolean(settings[name]))

const byIdentifier: ReadonlyMap<string, Register> = new Map(
  registers.flatMap((register) => register.identifiers.map((identifier) => [identifier, register] as const)),
)

const fallbacks = Map.groupBy(
  registers.flatMap((register) =>
    Object.entries(register.fallbackFor ?? {}).map(([of, fallback]) => ({ of, register, fallback })),
  ),
  ({ of }) => of,
)

export const registerOf = (identifier: string): Register | undefined => byIdentifier.get(identifier)

export const proofOf = ({ proves = 'business', provesVatOf }: Register, identifier: string): Proof =>
  provesVatOf?.includes(identifier) ? 'vat_registration' : proves

export const registerById = (id: string): Register | undefined =>
  registers.find((register) => register.id === id)

export const registerName = (id: string): string => registerById(id)?.name ?? id

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
  return [
    toSource({ register, isFallback: false, request, toAnswer: (answer) => answer }),
    ...fallbacksFor(request).filter((source) => isEnabled(source.register, settings)),
  ]
}

export const fallbackOf = ({ identifier, compact, requester }: LookUpRequest): Register | undefined =>
  fallbacks.get(identifier)?.find(({ fallback }) => fallback.toCompact(compact, requester) !== undefined)
    ?.register

function fallbacksFor(request: LookUpRequest): Source[] {
  return (fallbacks.get(request.identifier) ?? []).flatMap(({ register, fallback }) => {
    const compact = fallback.toCompact(request.compact, request.requester)
    if (compact === undefined) return []
    const translated: LookUpRequest = { ...request, identifier: fallback.identifier, compact }
    return [
      toSource({
        register,
        isFallback: true,
        request: translated,
        toAnswer: (answer) =>
          answer.kind === 'not-found' && !fallback.refutes
            ? { kind: 'no-answer', reason: 'NOT_COVERED' }
            : answer,
      }),
    ]
  })
}

const toSource = (source: Omit<Source, 'lookUp'>): Source => ({
  ...source,
  lookUp: async (http) => source.toAnswer(await source.register.lookUp(http, source.request)),
})
