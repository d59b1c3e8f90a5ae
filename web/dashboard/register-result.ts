import { formatRelative } from '#web/lib/format.ts'
import type {
  Comparison,
  DescribedCountry,
  IgnoredKind,
  ValidationResponse,
} from '#worker/validation/contract.ts'

export type KnownCountry = Pick<DescribedCountry, 'name' | 'adjective'> &
  Partial<Pick<DescribedCountry, 'types'>>

export type RegisterResult =
  | { kind: 'not-asked'; register: { name: string; state: 'on' | 'off' } | null | undefined }
  | { kind: 'no-answer'; register: string; isRetryable: boolean }
  | RegisterAnswer

export type RegisterAnswer = {
  kind: 'found' | 'ended' | 'not-found'
  register: string
  isOld: boolean
  age: string
  at: string
  isNew: boolean
  status: string | undefined
  consultationNumber: string | undefined
  isRequesterRefused: boolean
}

export function parseRegisterResult(response: ValidationResponse, country?: KnownCountry): RegisterResult {
  const { additionalInfo: info, errors, warnings } = response
  const { source } = response.validation
  const known = country?.types?.find(({ id }) => id === info.type)?.register
  if (!source.attempted) return { kind: 'not-asked', register: known }

  const failures = errors.filter(({ code }) => code.startsWith('SOURCE_'))
  if (!info.register || !source.timestamp) {
    return {
      kind: 'no-answer',
      register: known?.name ?? 'The register',
      isRetryable: failures.length === 0 || failures.some(({ retryable }) => retryable),
    }
  }
  const has = (wanted: string) => [...errors, ...warnings].some(({ code }) => code === wanted)
  return {
    kind: has('NOT_REGISTERED') ? 'not-found' : has('REGISTRATION_ENDED') ? 'ended' : 'found',
    register: info.register,
    isOld: has('SOURCE_STALE'),
    age: formatRelative(source.timestamp, new Date(response.requestDate)),
    at: source.timestamp,
    isNew: Date.parse(response.requestDate) - Date.parse(source.timestamp) < 60_000,
    status: info.registerStatus,
    consultationNumber: info.consultationNumber,
    isRequesterRefused: info.requester === 'refused',
  }
}

const ignoredWords: Readonly<Record<IgnoredKind, string>> = {
  legal_form: 'legal form',
  case: 'case',
  accents: 'accents',
  transliteration: 'transliteration',
  spacing: 'spacing',
  abbreviation: 'abbreviation',
  initial: 'initial',
  typo: 'typo',
  order: 'word order',
  extra: 'extra words',
  other_name: 'main name',
  country: 'country',
}

/** Their words would only repeat what was compared. */
const wordless: ReadonlySet<IgnoredKind> = new Set(['case', 'spacing', 'order'])

export const ignoredText = ({ ignored }: Comparison): string =>
  ignored
    .map(({ kind, requested, registered }) => {
      const word = ignoredWords[kind]
      if (wordless.has(kind)) return word
      if (registered === null) return `${word} ${requested} (yours only)`
      return requested === null
        ? `${word} ${registered} (register only)`
        : `${word} ${requested} / ${registered}`
    })
    .join(', ')
