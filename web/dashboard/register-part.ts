import { formatRelative } from '#web/lib/format.ts'
import type { DescribedCountry, ValidationResponse } from '#worker/validation/contract.ts'

/** A country as far as it is known: its types of number tell which register is theirs. */
export type KnownCountry = Pick<DescribedCountry, 'name' | 'adjective'> &
  Partial<Pick<DescribedCountry, 'identifiers'>>

/** What the official register said of a number. */
export type RegisterPart =
  /** It was not asked: there is none, it is off, or the caller did not want it. */
  | { kind: 'not-asked'; register: { name: string; state: 'on' | 'off' } | null | undefined }
  /** Nobody who was asked spoke. `isRetryable`: asking again later may help. */
  | { kind: 'silent'; register: string; failure: string | undefined; isRetryable: boolean }
  | Spoken

export type Spoken = {
  kind: 'held' | 'ended' | 'not-held'
  /** Who spoke. */
  register: string
  /** The register whose place it took; undefined when it is that one. */
  inPlaceOf: string | undefined
  /** The register has no answer now, and said this a while ago. */
  isOld: boolean
  /** When it spoke: "3 hours ago", and the instant. */
  age: string
  at: string
  /** Whether it answered this very request, within a minute. */
  isNew: boolean
  /** A sentence; undefined where nothing is proven. */
  proven: string | undefined
  /** The register's own word. */
  status: string | undefined
  receipt: string | undefined
  /** It did not take the organization's VAT number, and so gave no receipt. */
  isRequesterRefused: boolean
}

const SOME_REGISTER = 'The register'

/** Reads what the register said out of an answer. */
export function registerPartOf(response: ValidationResponse, country?: KnownCountry): RegisterPart {
  const { additionalInfo: info, errors, warnings } = response
  const { source } = response.validation
  const known = country?.identifiers?.find(({ id }) => id === info.identifier)?.register
  if (!source.attempted) return { kind: 'not-asked', register: known }

  const failures = errors.filter(({ code }) => code.startsWith('SOURCE_'))
  if (!info.register || !source.timestamp) {
    return {
      kind: 'silent',
      register: known?.name ?? SOME_REGISTER,
      failure: failures[0]?.message,
      isRetryable: failures.length === 0 || failures.some(({ retryable }) => retryable),
    }
  }
  const has = (wanted: string) => [...errors, ...warnings].some(({ code }) => code === wanted)
  const isStandIn = has('SOURCE_STAND_IN')
  return {
    kind: has('NOT_REGISTERED') ? 'not-held' : has('REGISTRATION_ENDED') ? 'ended' : 'held',
    register: info.register,
    inPlaceOf: isStandIn ? (known?.name ?? SOME_REGISTER) : undefined,
    isOld: has('SOURCE_STALE'),
    age: formatRelative(source.timestamp, new Date(response.requestDate)),
    at: source.timestamp,
    isNew: Date.parse(response.requestDate) - Date.parse(source.timestamp) < 60_000,
    proven: source.isValid === false ? undefined : info.proven,
    status: info.registerStatus,
    receipt: info.receipt,
    isRequesterRefused: info.requester === 'refused',
  }
}

/** How the name that was asked about compares with the register's, and by how much. */
export type NameMatch = {
  match: 'exact' | 'close' | 'different' | 'not disclosed'
  percent: string | undefined
}

/** Undefined when no name was compared. */
export function nameMatchOf({ additionalInfo: info }: ValidationResponse): NameMatch | undefined {
  const match = (['exact', 'close', 'different', 'not disclosed'] as const).find(
    (each) => each === info.nameMatch,
  )
  return match && { match, percent: info.nameMatchPercent }
}
