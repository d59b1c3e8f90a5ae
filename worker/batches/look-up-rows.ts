import type { Context } from '#worker/context.ts'
import { answerKey } from '#worker/registers/cached-answer.ts'
import { type LookUp, lookUp } from '#worker/registers/look-up.ts'
import { noAnswer } from '#worker/registers/parse-response.ts'
import { type NoAnswerReason, noAnswerReasons } from '#worker/registers/register.ts'
import { toRequester } from '#worker/registers/requester.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import type { RegisterQuery } from '#worker/validation/check-source.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { BatchResult } from './contract.ts'
import { formatRow, toResult } from './format-row.ts'
import { paceOf, TURN } from './pace.ts'
import type { LookupRow } from './process-chunk.ts'
import type { Partition } from './process-partitions.ts'

export type PartitionRow = LookupRow
type SettledRow = LookupRow & { result: BatchResult }

/** In milliseconds, `pause` is this partition's and `registerPause` that of all batches. */
export type Turn = { settled: SettledRow[]; pause: number; registerPause: number; reason: string }

/** A row that the register can't answer, while it answers others. */
const MAX_TRIES = 5
const MAX_FAILURES_IN_ROW = 3
/** In milliseconds. */
const PAUSES = { busy: 2_000, failed: 15_000 } as const

/** Changes the rows that it settles. At the deadline, it gives up all of them. */
export async function lookUpRows(
  ctx: Context,
  partition: Partition,
  rows: readonly PartitionRow[],
): Promise<Turn> {
  if (partition.isOverdue) {
    const settled = rows.map((row) => giveUp(ctx, partition, row, reasonOf(partition.reason)))
    return { settled, pause: 0, registerPause: 0, reason: partition.reason }
  }
  const [first] = rows
  const register = first && queryOf(ctx, partition, first)?.query.register
  const pace = paceOf(register?.limit ?? { concurrent: 1 })
  const startedAt = Date.now()
  const settled: SettledRow[] = []
  const failed: LookupRow[] = []
  let calls = 0
  let failuresInRow = 0
  let failure: string | undefined
  let stop: { pause: number; reason: string } | undefined
  const queue = [...rows].sort((one, other) => one.tries - other.tries).values()
  const work = async () => {
    while (!stop && calls < pace.calls && Date.now() < startedAt + TURN * 1_000) {
      const next = queue.next()
      if (next.done) return
      calls++
      const outcome = await lookUpRow(ctx, partition, next.value)
      if (typeof outcome !== 'string') {
        failuresInRow = 0
        settled.push(settle(next.value, outcome))
        continue
      }
      if (outcome === 'BUSY') stop = { pause: PAUSES.busy, reason: 'RATE' }
      else if (outcome === 'PAUSED') stop = { pause: PAUSES.failed, reason: outcome }
      else {
        next.value.tries++
        failure = outcome
        failed.push(next.value)
        if (++failuresInRow >= MAX_FAILURES_IN_ROW) stop = { pause: PAUSES.failed, reason: outcome }
      }
    }
  }
  await Promise.all(Array.from({ length: pace.parallel }, work))
  if (settled.length > 0) {
    for (const row of failed.filter(({ tries }) => tries >= MAX_TRIES))
      settled.push(giveUp(ctx, partition, row, 'UNREADABLE'))
  }
  const registerPause = pace.pause(calls, Date.now() - startedAt)
  const reason = (settled.length === 0 && failure) || 'RATE'
  return { settled, pause: 0, reason, ...stop, registerPause }
}

const settle = (row: LookupRow, result: BatchResult): SettledRow =>
  Object.assign(row, { result, givenUpIn: null })

function giveUp(ctx: Context, partition: Partition, row: LookupRow, reason: NoAnswerReason): SettledRow {
  const found = queryOf(ctx, partition, row)
  const result = found
    ? resultOf(ctx, row, found, {
        cached: undefined,
        isStale: false,
        failures: [{ register: found.query.register, failure: noAnswer(reason) }],
      })
    : formattedOf(ctx, partition, row)
  return Object.assign(row, { result, givenUpIn: found ? partition.round : null })
}

type Query = { response: ValidationResponse; query: RegisterQuery }

/** Undefined if the register was turned off meanwhile. */
function queryOf(ctx: Context, partition: Partition, { row }: LookupRow): Query | undefined {
  const formatted = formatRow(row, partition, ctx.settings)
  return formatted.kind === 'lookup' ? formatted : undefined
}

function formattedOf(ctx: Context, partition: Partition, { row }: LookupRow): BatchResult {
  const formatted = formatRow(row, partition, ctx.settings)
  if (formatted.kind === 'result') return formatted.result
  if (row.problem) throw new Error('An unreadable row has no look-up')
  return toResult(row, formatted.response)
}

/** The result, or why there is none yet. */
async function lookUpRow(
  ctx: Context,
  partition: Partition,
  row: LookupRow,
): Promise<BatchResult | NoAnswerReason> {
  const found = queryOf(ctx, partition, row)
  if (!found) return formattedOf(ctx, partition, row)
  const { register, request, oldest } = found.query
  const requested = { ...request, requester: toRequester(register, partition.vatNumber) }
  const answer = await lookUp(ctx, requested, {
    cacheKey: answerKey(ctx.settings.ANSWER_KEYS[0].secret, requested),
    caller: { organizationId: partition.organizationId, isPaid: partition.tier !== 'FREE', isBatch: true },
    oldest,
  })
  const retryable = answer.failures.find(({ failure }) => noAnswerReasons[failure.reason].retryable)
  const isAnswered = answer.cached && !answer.isStale
  if (retryable && !isAnswered) return retryable.failure.reason
  return resultOf(ctx, row, found, answer)
}

function resultOf(
  { now }: Context,
  { row }: LookupRow,
  { response, query }: Query,
  answer: LookUp,
): BatchResult {
  if (row.problem) throw new Error('An unreadable row has no look-up')
  const { request, name } = query
  return toResult(
    row,
    addSourceResult(response, { identifier: request.identifier, lookUp: answer, name, now }),
  )
}

const isReason = (text: string): text is NoAnswerReason => Object.hasOwn(noAnswerReasons, text)

const reasonOf = (reason: string): NoAnswerReason => (isReason(reason) ? reason : 'BUSY')
