import type { Context } from '#worker/context.ts'
import type { Tier } from '#worker/membership/constants.ts'
import { noAnswer } from '#worker/registers/answers.ts'
import { answerKey } from '#worker/registers/cached-answer.ts'
import { callNextSource, type LookUp, type PendingLookUp, startLookUp } from '#worker/registers/look-up.ts'
import { type NoAnswerReason, noAnswerReasons } from '#worker/registers/register.ts'
import { requestOf } from '#worker/registers/requester.ts'
import type { RegisterCaller } from '#worker/registers/shares.ts'
import type { LookUpRow } from './blobs.ts'
import { readCachedResults } from './cached-results.ts'
import type { BatchResult } from './contract.ts'
import { type FormattedLookUp, formatRow, type RowOptions, toLookedUpResult } from './format-row.ts'
import { type Pace, paceOf, SLICE_SECONDS } from './pace.ts'

export type Slice = RowOptions & {
  register: string
  turn: number
  reason: string
  organizationId: string
  tier: Tier
  vatNumber: string | null
  round: number
  isOverdue: boolean
  isValidation: boolean
  isMonitoring: boolean
}

type SettledRow = LookUpRow & { result: BatchResult }

/** Pauses are in milliseconds: `pause` is for this batch, `registerPause` for all batches. */
export type SliceResult = { settled: SettledRow[]; pause: number; registerPause: number; reason: string }

const MAX_OWN_FAILURES = 8
/** With the circuit breaker's pauses, a register that sends only unreadable answers gives up no row for an hour. */
const MAX_UNREADABLE = 20
/** Two hours while others' answers keep the circuit closed. In an outage, more than a day, so that it gives up no row. */
const MAX_FAILURES = 300
const MAX_FAILURES_IN_ROW = 3
const PAUSES_MS = { busy: 2_000, failed: 15_000, longest: 300_000 } as const
const TIME_FOR_FALLBACKS_MS = 4_000

/** `refusal` is the register's "no" while its fallbacks are called. */
type Attempt = { row: LookUpRow; lookUp: FormattedLookUp; pending: PendingLookUp; refusal?: BatchResult }

export const failedSlice = (slice: Slice): SliceResult => ({
  settled: [],
  pause: pauseAfterFailure(slice),
  registerPause: 0,
  reason: slice.reason,
})

/** Nobody waits for a check of monitored numbers, so its pauses grow. */
function pauseAfterFailure({ isMonitoring, createdAt }: Slice): number {
  const waited = isMonitoring ? Date.now() - createdAt.getTime() : 0
  return Math.min(Math.max(PAUSES_MS.failed, waited / 4), PAUSES_MS.longest)
}

/** Changes the rows that it settles. At the deadline, it gives up all of them. */
export async function lookUpRows(
  ctx: Context,
  slice: Slice,
  rows: readonly LookUpRow[],
): Promise<SliceResult> {
  if (slice.isOverdue) {
    const settled = rows.map((row) => giveUp(ctx, slice, row, reasonOf(slice.reason)))
    return { settled, pause: 0, registerPause: 0, reason: slice.reason }
  }
  const { settled, attempts } = await settleKnown(ctx, slice, rows)
  const run = startRun(slice, settled, attempts)
  do {
    await callRegister(ctx, run)
    await callFallbacks(ctx, run)
  } while (!isOver(run))
  const result = resultOf(run)
  return { ...result, settled: [...result.settled, ...giveUpFailed(ctx, run)] }
}

type Run = {
  slice: Slice
  startedAt: number
  caller: RegisterCaller
  pace: Pace
  oldest: number
  queue: Attempt[]
  settled: SettledRow[]
  failed: { row: LookUpRow; reason: NoAnswerReason }[]
  unanswered: Attempt[]
  calls: number
  failuresInRow: number
  hasRegisterAnswered: boolean
  failure?: NoAnswerReason
  stop?: { pause: number; reason?: string }
}

function startRun(slice: Slice, settled: SettledRow[], attempts: readonly Attempt[]): Run {
  const { organizationId, tier } = slice
  const query = attempts[0]?.lookUp.query
  return {
    slice,
    startedAt: Date.now(),
    caller: { organizationId, isPaid: tier !== 'FREE', isBatch: true },
    pace: paceOf(query?.register.limit ?? { concurrent: 1 }),
    oldest: query?.oldest ?? 0,
    queue: attempts.toSorted((one, other) => one.row.failures - other.row.failures),
    settled,
    failed: [],
    unanswered: [],
    calls: 0,
    failuresInRow: 0,
    hasRegisterAnswered: false,
  }
}

const isOver = ({ startedAt, pace, queue, calls, stop }: Run): boolean =>
  stop !== undefined ||
  queue.length === 0 ||
  calls >= pace.calls ||
  Date.now() >= startedAt + SLICE_SECONDS * 1_000

async function callRegister(ctx: Context, run: Run): Promise<void> {
  const { unanswered, queue, pace } = run
  const work = async () => {
    while (!isOver(run) && unanswered.length < mostUnanswered(unanswered, pace.parallel)) {
      run.calls++
      await callSource(ctx, run, takeNext(queue))
    }
  }
  await Promise.all(Array.from({ length: pace.parallel }, work))
}

async function callFallbacks(ctx: Context, run: Run): Promise<void> {
  const { unanswered, pace, startedAt } = run
  do await callSource(ctx, run, unanswered.splice(0, mostUnanswered(unanswered, pace.parallel)))
  while (unanswered.length > 0 && Date.now() < startedAt + TIME_FOR_FALLBACKS_MS)
}

async function callSource(ctx: Context, run: Run, group: readonly Attempt[]): Promise<void> {
  const { caller, oldest, unanswered } = run
  const pending = group.map((attempt) => attempt.pending)
  const answers = await callNextSource(ctx, pending, { caller, oldest })
  unanswered.push(...group.filter((_, index) => !answers[index]))
  const outcomes = group.flatMap((attempt, index) => {
    const answer = answers[index]
    return answer ? [record(ctx, run, attempt, answer)] : []
  })
  const [outcome] = outcomes
  if (outcomes.includes('settled')) run.failuresInRow = 0
  else if (outcome && outcome !== 'settled' && !run.stop) {
    run.failure = outcome
    if (++run.failuresInRow >= MAX_FAILURES_IN_ROW)
      run.stop = { pause: pauseAfterFailure(run.slice), reason: outcome }
  }
}

function record(ctx: Context, run: Run, attempt: Attempt, answer: LookUp): 'settled' | NoAnswerReason {
  const outcome = outcomeOf(ctx, run, attempt, answer)
  if (typeof outcome !== 'string' && answer.failures.length === 0) run.hasRegisterAnswered = true
  if (typeof outcome !== 'string' && moveToFallbacks(attempt, outcome)) {
    run.unanswered.push(attempt)
    return 'settled'
  }
  // A fallback that doesn't list the number, or doesn't answer, leaves the register's "no".
  const isListed = typeof outcome !== 'string' && outcome.isSourceValid === true
  const result = attempt.refusal && !isListed ? attempt.refusal : outcome
  if (typeof result !== 'string') {
    run.settled.push(settle(attempt.row, result))
    return 'settled'
  }
  if (result === 'BUSY') run.stop = { pause: PAUSES_MS.busy }
  else if (result === 'PAUSED') run.stop = { pause: pauseAfterFailure(run.slice), reason: result }
  else {
    attempt.row.failures++
    run.failed.push({ row: attempt.row, reason: result })
  }
  return result
}

/** For a "no" that counts only if no fallback lists the number. Returns false if there is no fallback to call. */
function moveToFallbacks(attempt: Attempt, result: BatchResult): boolean {
  const { row, pending, refusal } = attempt
  const [, ...fallbacks] = pending.sources.filter(({ register }) => !register.isCrossCheck)
  if (!row.row.asksFallback || refusal || result.isSourceValid !== false || fallbacks.length === 0)
    return false
  attempt.refusal = result
  pending.sources = fallbacks
  return true
}

/**
 * A register that answers others, in this slice or the one before, or that answers this number unreadably, isn't down. Then
 * the row itself is the reason. A validation waits for its deadline, as promised.
 */
function giveUpFailed(ctx: Context, { slice, failed, hasRegisterAnswered }: Run): SettledRow[] {
  const answersOthers = hasRegisterAnswered || slice.reason === 'RATE'
  const limit = answersOthers ? MAX_OWN_FAILURES : MAX_UNREADABLE
  return failed.flatMap(({ row, reason }) => {
    if (answersOthers || reason === 'UNREADABLE' || reason === 'WRONG_NUMBER') row.ownFailures++
    const isHopeless = row.ownFailures >= limit || row.failures >= MAX_FAILURES
    return isHopeless && !slice.isValidation ? [giveUp(ctx, slice, row, reason)] : []
  })
}

function resultOf({
  slice,
  startedAt,
  pace,
  settled,
  calls,
  hasRegisterAnswered,
  failure,
  stop,
}: Run): SliceResult {
  const hasFailed = settled.length === 0 && failure !== undefined
  return {
    settled,
    pause: stop?.pause ?? (hasFailed ? pauseAfterFailure(slice) : 0),
    registerPause: pace.pause(calls, Date.now() - startedAt),
    reason: stop?.reason ?? (hasRegisterAnswered ? 'RATE' : (failure ?? slice.reason)),
  }
}

/** Rows whose answer has since been cached, such as repeated ones, need no call. */
async function settleKnown(
  ctx: Context,
  slice: Slice,
  rows: readonly LookUpRow[],
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
    else if (each.kind === 'look-up') attempts.push(await startAttempt(ctx, slice, each.waiting, each))
  }
  return { settled, attempts }
}

async function startAttempt(
  ctx: Context,
  { vatNumber }: Slice,
  row: LookUpRow,
  lookUp: FormattedLookUp,
): Promise<Attempt> {
  const request = requestOf(lookUp.query, vatNumber)
  const cacheKey = await answerKey(ctx.settings, request)
  return { row, lookUp, pending: startLookUp(ctx, request, cacheKey) }
}

/**
 * How many rows share a call. One row can make the whole call fail, so rows that have failed share it with fewer others,
 * which have failed as often.
 */
const sizeOf = (max: number, { failures }: LookUpRow) => Math.max(1, Math.floor(max / 4 ** failures))

function mostUnanswered([first]: readonly Attempt[], parallel: number): number {
  const many = first?.pending.sources[0]?.register.lookUpMany
  return first && many ? sizeOf(many.max, first.row) : parallel
}

function takeNext(queue: Attempt[]): Attempt[] {
  const [first] = queue
  if (!first) return []
  const max = first.lookUp.query.register.lookUpMany?.max ?? 1
  const equal = queue.filter(({ row }) => row.failures === first.row.failures)
  return queue.splice(0, Math.min(sizeOf(max, first.row), equal.length))
}

const settle = (row: LookUpRow, result: BatchResult): SettledRow =>
  Object.assign(row, { result, givenUpIn: null })

function giveUp(ctx: Context, slice: Slice, row: LookUpRow, reason: NoAnswerReason): SettledRow {
  const formatted = formatRow(row.row, slice, ctx.settings)
  if (formatted.kind === 'result') return settle(row, formatted.result)
  const failures = [{ register: formatted.query.register, failure: noAnswer(reason) }]
  const result = toLookedUpResult(formatted, { cached: undefined, isStale: false, failures }, ctx.now)
  return Object.assign(row, { result, givenUpIn: slice.round, failures: 0, ownFailures: 0 })
}

function outcomeOf(
  { now }: Context,
  { slice: { isValidation, isMonitoring } }: Run,
  { lookUp }: Attempt,
  answer: LookUp,
): BatchResult | NoAnswerReason {
  const retryable = answer.failures.find(({ failure }) => noAnswerReasons[failure.reason].retryable)
  const result = toLookedUpResult(lookUp, answer, now)
  const provesLess = (isValidation || isMonitoring) && result.result === 'unconfirmed'
  const isAnswered = answer.cached && !answer.isStale && !provesLess
  return retryable && !isAnswered ? retryable.failure.reason : result
}

const isReason = (text: string): text is NoAnswerReason => Object.hasOwn(noAnswerReasons, text)

const reasonOf = (reason: string): NoAnswerReason => (isReason(reason) ? reason : 'BUSY')
