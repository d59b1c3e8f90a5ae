import type { RegisterMode } from '#tests/fakes/registers/index.ts'
import type {
  Found,
  LookUpRequest,
  NoAnswerReason,
  Register,
  RegisterSettings,
} from '#worker/registers/register.ts'
import { registers } from '#worker/registers/registers.ts'

/** Loaded before the tests, so that no look-up's time includes it. */
import.meta.glob('../../../worker/registers/*.ts', { eager: true })

export function registerById(id: string): Register {
  const register = registers.find((each) => each.id === id)
  if (!register) throw new Error(`No register ${id}`)
  return register
}

type Lookup = Pick<LookUpRequest, 'identifier' | 'compact'>
/**
 * Found means registered, without a consultation number, and proof of what the register's entry in the table says,
 * unless it says otherwise. `unknown-status` is unreadable, and in the log.
 */
type Expected = Partial<Found> | 'not-found' | 'unknown-status' | NoAnswerReason

type Setup = {
  requester?: LookUpRequest['requester']
  mode?: RegisterMode
  /** Number of calls that the mode affects; all by default. */
  times?: number
  /** Keys that the fake register refuses. */
  settings?: RegisterSettings
}
type RegisterCase = Setup & { compact: string; response: string; expected: Expected }

/** What the fake register answers for a number, and the expected result. */
export const answer = (
  compact: string,
  response: string,
  expected: Expected,
  setup: Setup = {},
): RegisterCase => ({ compact, response, expected, ...setup })

export type Response = { status?: number; type?: string; headers?: Record<string, string>; body: unknown }

/** A documented or published response, cut to what matters here. Names and addresses are our own. */
export type Recording = Partial<Lookup> & {
  response: string
  expected: Expected
  /** In the order of the client's requests. Texts are sent as they are. */
  answers: readonly Response[]
}

/** Of the held number by default. */
export const publishedInTurn = (
  response: string,
  expected: Expected,
  answers: readonly Response[],
  number: Partial<Lookup> = {},
): Recording => ({ response, expected, answers, ...number })

export const published = (
  response: string,
  expected: Expected,
  body: unknown,
  number: Partial<Lookup> = {},
): Recording => publishedInTurn(response, expected, [{ body }], number)

export type RegisterCases = {
  /** A number that the fake register holds, by default the first one of `cases`. Every fault is tested with it. */
  held?: Lookup & Partial<LookUpRequest>
  /** Faults that this register's response cannot contain. */
  without?: readonly RegisterMode[]
  /** Where a failure means something else than for the other registers. */
  failures?: Partial<Record<'throttled' | 'down' | 'swapped', NoAnswerReason>>
  failuresWith?: RegisterSettings
  /** A code in the body decides, with any HTTP status. */
  hasOwnStatus?: true
  /** In all that it finds. */
  always?: Partial<Found>
  /** By type of number. */
  cases: Readonly<Record<string, readonly RegisterCase[]>>
  /** By where this response, or one of its shape, was published. */
  recordings?: Readonly<Record<string, readonly Recording[]>>
}

export const rowsOf = ({ held, cases }: RegisterCases) =>
  Object.entries(cases).flatMap(([identifier, rows]) =>
    rows.map((row) => ({ identifier, requester: held?.requester ?? null, ...row })),
  )

export type Case = ReturnType<typeof rowsOf>[number]
