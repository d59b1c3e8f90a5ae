import type { Context } from '#worker/context.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { noAnswer } from '#worker/registers/answers.ts'
import { answerKey } from '#worker/registers/cached-answer.ts'
import { callNextSource, type LookUp, type PendingLookUp, startLookUp } from '#worker/registers/look-up.ts'
import { type NoAnswerReason, noAnswerReasons } from '#worker/registers/register.ts'
import { toRequester } from '#worker/registers/requester.ts'
import type { LookupRow } from './blobs.ts'
import { readCachedResults } from './cached-results.ts'
import type { BatchResult } from './contract.ts'
import { type FormattedLookup, formatRow, type RowOptions, toLookedUpResult } from './format-row.ts'
import { paceOf, SLICE_SECONDS } from './pace.ts'

/** The next rows that a register is called for, all of one batch. */
export type Slice = RowOptions & {
  register: string
  turn: number
  reason: string
  organizationId: string
  tier: Tier
  vatNumber: string | null
  round: number
  isOverdue: boolean
}

type SettledRow = LookupRow & { result: BatchResult }

/** In milliseconds, `pause` is this batch's and `registerPause` that of all batches. */
export type SliceResult = { settled: SettledRow[]; pause: number; registerPause: number; reason: string }

/** A row that the register can't answer, while it answers others. */
const MAX_TRIES = 5
const MAX_FAILURES_IN_ROW = 3
/** In milliseconds. */
const PAUSES = { busy: 2_000, failed: 15_000 } as const
const TIME_FOR_FALLBACKS = 4_000

type Stop = { pause: number; reason: string }
type Attempt = { row: LookupRow; lookup: FormattedLookup; pending: PendingLookUp }

export const failedSlice = ({ reason }: Slice): SliceResult => ({
  settled: [],
  pause: PAUSES.failed,
  registerPause: 0,
  reason,
})

/** Changes the rows that it settles. At the deadline, it gives up all of them. */
export async function lookUpRows(
  ctx: Context,
  slice: Slice,
  rows: readonly LookupRow[],
): Promise<SliceResult> {
  if (slice.isOverdue) {
    const settled = rows.map((row) => giveUp(ctx, slice, row, reasonOf(slice.reason)))
    return { settled, pause: 0, registerPause: 0, reason: slice.reason }
  }
  const { settled, attempts } = await settleKnown(ctx, slice, rows)
  const [first] = attempts
  const pace = paceOf(first?.lookup.query.register.limit ?? { concurrent: 1 })
  const caller = {
    organizationId: slice.organizationId,
    isPaid: slice.tier !== 'FREE',
    isBatch: true,
  } as const
  const startedAt = Date.now()
  const failed: LookupRow[] = []
  const unanswered: Attempt[] = []
  let calls = 0
  let failuresInRow = 0
  let failure: string | undefined
  let stop: Stop | undefined
  const queue = new AttemptQueue(attempts)
  const isOver = () =>
    stop !== undefined ||
    queue.isEmpty ||
    calls >= pace.calls ||
    Date.now() >= startedAt + SLICE_SECONDS * 1_000

  const record = (attempt: Attempt, answer: LookUp): 'settled' | NoAnswerReason => {
    const outcome = outcomeOf(ctx, attempt, answer)
    if (typeof outcome !== 'string') {
      settled.push(settle(attempt.row, outcome))
      return 'settled'
    }
    if (outcome === 'BUSY') stop = { pause: PAUSES.busy, reason: 'RATE' }
    else if (outcome === 'PAUSED') stop = { pause: PAUSES.failed, reason: outcome }
    else {
      attempt.row.tries++
      failed.push(attempt.row)
    }
    return outcome
  }
  const callNext = async (group: readonly Attempt[]) => {
    const answers = await callNextSource(
      ctx,
      group.map(({ pending }) => pending),
      { caller, oldest: first?.lookup.query.oldest ?? 0 },
    )
    unanswered.push(...group.filter((_, index) => !answers[index]))
    const outcomes = group.flatMap((attempt, index) => {
      const answer = answers[index]
      return answer ? [record(attempt, answer)] : []
    })
    if (outcomes.includes('settled')) failuresInRow = 0
    else if (outcomes[0] && !stop) {
      failure = outcomes[0]
      if (++failuresInRow >= MAX_FAILURES_IN_ROW) stop = { pause: PAUSES.failed, reason: failure }
    }
  }
  const work = async () => {
    while (!isOver() && unanswered.length < mostUnanswered(unanswered, pace.parallel)) {
      calls++
      await callNext(queue.next())
    }
  }

  do {
    await Promise.all(Array.from({ length: pace.parallel }, work))
    do await callNext(unanswered.splice(0, mostUnanswered(unanswered, pace.parallel)))
    while (unanswered.length > 0 && Date.now() < startedAt + TIME_FOR_FALLBACKS)
  } while (!isOver())

  if (settled.length > 0) {
    for (const row of failed.filter(({ tries }) => tries >= MAX_TRIES))
      settled.push(giveUp(ctx, slice, row, 'UNREADABLE'))
  }
  const registerPause = pace.pause(calls, Date.now() - startedAt)
  if (settled.length === 0 && failure) stop ??= { pause: PAUSES.failed, reason: failure }
  return { settled, pause: 0, reason: 'RATE', ...stop, registerPause }
}

/** Rows whose answer is in the cache meanwhile, such as repeated ones, need no call. */
async function settleKnown(
  ctx: Context,
  slice: Slice,
  rows: readonly LookupRow[],
): Promise<{ settled: SettledRow[]; attempts: Attempt[] }> {
  const formatted = rows.map((waiting) => ({
    waiting,
    place: waiting.place,
    ...formatRow(waiting.row, slice, ctx.settings),
  }))
  const cached = await readCachedResults(ctx, formatted, slice.vatNumber)
  const settled: SettledRow[] = []
  const attempts: Attempt[] = []
  for (const each of formatted) {
    const result = each.kind === 'result' ? each.result : cached.get(each.place)
    if (result) settled.push(settle(each.waiting, result))
    else if (each.kind === 'lookup') attempts.push(await startAttempt(ctx, slice, each.waiting, each))
  }
  return { settled, attempts }
}

async function startAttempt(
  ctx: Context,
  { vatNumber }: Slice,
  row: LookupRow,
  lookup: FormattedLookup,
): Promise<Attempt> {
  const { register, request } = lookup.query
  const requested = { ...request, requester: toRequester(register, vatNumber) }
  const cacheKey = await answerKey(ctx.settings.ANSWER_KEYS[0].secret, requested)
  return { row, lookup, pending: startLookUp(ctx, requested, cacheKey) }
}

/** How many rows share a call. One of them can make all of it fail, so those that have failed share it with fewer. */
const sizeOf = (max: number, { tries }: LookupRow) => Math.max(1, Math.floor(max / 4 ** tries))

/** Rows that wait for the next source, until it is called: as many as it takes in one request. */
function mostUnanswered([first]: readonly Attempt[], parallel: number): number {
  const many = first?.pending.sources[0]?.register.lookUpMany
  return first && many ? sizeOf(many.max, first.row) : parallel
}

class AttemptQueue {
  readonly #attempts: Attempt[]
  readonly #max: number

  constructor(attempts: readonly Attempt[]) {
    this.#attempts = attempts.toSorted((one, other) => one.row.tries - other.row.tries)
    this.#max = attempts[0]?.lookup.query.register.lookUpMany?.max ?? 1
  }

  get isEmpty(): boolean {
    return this.#attempts.length === 0
  }

  next(): Attempt[] {
    const [first] = this.#attempts
    if (!first) return []
    const others = this.#attempts.findIndex(({ row }) => row.tries > first.row.tries)
    const size = sizeOf(this.#max, first.row)
    return this.#attempts.splice(0, others === -1 ? size : Math.min(size, others))
  }
}

const settle = (row: LookupRow, result: BatchResult): SettledRow =>
  Object.assign(row, { result, givenUpIn: null })

function giveUp(ctx: Context, slice: Slice, row: LookupRow, reason: NoAnswerReason): SettledRow {
  const formatted = formatRow(row.row, slice, ctx.settings)
  if (formatted.kind === 'result') return settle(row, formatted.result)
  const failures = [{ register: formatted.query.register, failure: noAnswer(reason) }]
  const result = toLookedUpResult(formatted, { cached: undefined, isStale: false, failures }, ctx.now)
  return Object.assign(row, { result, givenUpIn: slice.round })
}

/** The result, or why there is none yet. */
function outcomeOf({ now }: Context, { lookup }: Attempt, answer: LookUp): BatchResult | NoAnswerReason {
  const retryable = answer.failures.find(({ failure }) => noAnswerReasons[failure.reason].retryable)
  const isAnswered = answer.cached && !answer.isStale
  if (retryable && !isAnswered) return retryable.failure.reason
  return toLookedUpResult(lookup, answer, now)
}

const isReason = (text: string): text is NoAnswerReason => Object.hasOwn(noAnswerReasons, text)

const reasonOf = (reason: string): NoAnswerReason => (isReason(reason) ? reason : 'BUSY')
