import type { RegisterMode } from '#tests/fakes/registers/index.ts'
import type {
  Found,
  LookupRequest,
  NoAnswerReason,
  Register,
  RegisterSettings,
} from '#worker/registers/register.ts'

/** One answer of a register, and the verdict on it. */
export type RegisterCase = Pick<LookupRequest, 'identifier' | 'compact'> & {
  says: string
  requester?: LookupRequest['requester']
  mode?: RegisterMode
  /** How many calls the mode disturbs; all of them without. */
  times?: number
  /** Other keys than those that the stand-in takes. */
  settings?: RegisterSettings
  expected: Partial<Found> | 'not-found' | NoAnswerReason
}

export type RegisterCases = {
  register: Register
  /** A number that the stand-in holds: every fault is tried on it. */
  held: Pick<LookupRequest, 'identifier' | 'compact'>
  /** Faults that this register's answer cannot show, such as another number where it repeats none. */
  without?: readonly RegisterMode[]
  cases: readonly RegisterCase[]
}
