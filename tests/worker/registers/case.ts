import type { RegisterMode } from '#tests/fakes/registers/index.ts'
import type {
  Found,
  LookupRequest,
  NoAnswerReason,
  Register,
  RegisterSettings,
} from '#worker/registers/register.ts'

/** A register response and the expected result. */
export type RegisterCase = Pick<LookupRequest, 'identifier' | 'compact'> & {
  response: string
  requester?: LookupRequest['requester']
  mode?: RegisterMode
  /** Number of calls that the mode affects; all by default. */
  times?: number
  /** Keys that the fake register refuses. */
  settings?: RegisterSettings
  expected: Partial<Found> | 'not-found' | NoAnswerReason
}

/** A documented or published response, cut to what matters here. Names and addresses are our own. */
export type Recording = Pick<LookupRequest, 'identifier' | 'compact'> & {
  response: string
  /** Where this response, or one of its shape, was published. */
  source: string
  /** In the order of the client's requests. Texts are sent as they are. */
  answers: readonly { status?: number; type?: string; headers?: Record<string, string>; body: unknown }[]
  expected: RegisterCase['expected']
}

export type RegisterCases = {
  register: Register
  /** A number that the fake register holds. Every fault is tested with it. */
  held: Pick<LookupRequest, 'identifier' | 'compact'> & Partial<LookupRequest>
  /** Faults that this register's response cannot contain. */
  without?: readonly RegisterMode[]
  cases: readonly RegisterCase[]
  recordings?: readonly Recording[]
}
