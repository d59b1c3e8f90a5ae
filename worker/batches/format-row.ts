import { AppError, asAppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import type { LookUp } from '#worker/registers/look-up.ts'
import type { RegisterSettings } from '#worker/registers/register.ts'
import { addSourceResult } from '#worker/validation/add-source-result.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import { type RegisterQuery, toRegisterQuery } from '#worker/validation/check-source.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { answerInSandbox } from '#worker/validation/sandbox/answer.ts'
import type { BatchResult } from './contract.ts'
import type { BatchRow } from './upload-contract/batch-row.ts'

export type RowOptions = {
  live: boolean
  id: string
  source: boolean
  fresh: boolean
  maxAge: number | null
  createdAt: Date
}

export type FormattedRow = { kind: 'result'; result: BatchResult } | FormattedLookUp

type ReadableRow = Extract<BatchRow, { problem?: undefined }>

export type FormattedLookUp = {
  kind: 'look-up'
  row: ReadableRow
  response: ValidationResponse
  query: RegisterQuery
}

export function formatRow(row: BatchRow, batch: RowOptions, settings: RegisterSettings): FormattedRow {
  if (row.problem) return { kind: 'result', result: unreadableResult(row, row.problem) }
  const { customId: _, ...item } = row.item
  const { source, fresh, maxAge, createdAt } = batch
  const input = { ...item, source, fresh, ...(maxAge !== null && { maxAge }) }
  if (!batch.live) return { kind: 'result', result: sandboxResult(row, input, batch) }
  try {
    const response = checkFormat(input, batch.id, createdAt)
    const query = toRegisterQuery(input, response, settings, createdAt.getTime())
    return query
      ? { kind: 'look-up', row, response, query }
      : { kind: 'result', result: toResult(row, response) }
  } catch (error) {
    return { kind: 'result', result: unreadableResult(row, asAppError(error)) }
  }
}

function sandboxResult(row: ReadableRow, input: ValidateRequest, batch: RowOptions): BatchResult {
  const caller = { canUseRegisters: batch.source, vatNumber: null, monthlyLimit: 0 }
  const call = { requestId: batch.id, now: batch.createdAt, isRow: true }
  const { answer } = answerInSandbox(input, caller, call)
  return answer instanceof AppError ? unreadableResult(row, answer) : toResult(row, answer)
}

/** Without times other than the register's, so that the same rows have the same results. */
function toResult(
  { line, item: { customId, countryCode, tin, name } }: Pick<ReadableRow, 'line' | 'item'>,
  response: ValidationResponse,
): BatchResult {
  const { result, reason, proof, validation, tinInfo, entity, warnings, errors, additionalInfo } = response
  const { nameComparison, addressComparison, reporting } = response
  const { registerAge: _, ...info } = additionalInfo
  return {
    line,
    customId,
    countryCode,
    tin,
    name: name ?? null,
    result,
    reason,
    proof,
    isValid: validation.overall.isValid,
    isFormatValid: validation.format.isValid,
    isSourceValid: validation.source.isValid,
    checkedAt: validation.source.timestamp,
    tinInfo,
    entity,
    nameComparison,
    addressComparison,
    warnings,
    errors: errors.map(({ code, message, retryable }) => ({ code, message, retryable })),
    additionalInfo: info,
    ...(reporting && {
      reporting: pick(reporting, 'purpose', 'holder', 'isAccepted', 'message', 'noTinReason'),
    }),
  }
}

export function toLookedUpResult(
  { row, response, query: { request, asked } }: FormattedLookUp,
  lookUp: LookUp,
  now: Date,
): BatchResult {
  const { identifier } = request
  return toResult(row, addSourceResult(response, { identifier, lookUp, asked, now }))
}

function unreadableResult(
  { line, item }: BatchRow,
  { code, message }: { code: string; message: string },
): BatchResult {
  return {
    line,
    customId: item.customId ?? null,
    countryCode: item.countryCode ?? null,
    tin: item.tin ?? null,
    name: item.name ?? null,
    result: code.startsWith('UNSUPPORTED_') ? 'unsupported' : 'unreadable',
    reason: message,
    proof: null,
    isValid: null,
    isFormatValid: null,
    isSourceValid: null,
    checkedAt: null,
    tinInfo: { label: null, name: null, formattedTin: null },
    entity: { name: null, address: null },
    nameComparison: null,
    addressComparison: null,
    warnings: [],
    errors: [{ code, message, retryable: false }],
    additionalInfo: {},
  }
}
