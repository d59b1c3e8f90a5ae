import { AppError, invalidField } from '#worker/errors.ts'
import { confidenceOf, type Suggestion, type TinResult, validateTin } from '#worker/tin/index.ts'
import { validateForReporting } from '#worker/tin/reporting.ts'
import type { ValidateRequest, ValidationCheck, ValidationResponse } from './contract.ts'
import { describeReporting, reportingPurpose } from './describe-reporting.ts'
import { formatReason, resultOf } from './result.ts'

const notAttempted: ValidationCheck = { attempted: false, isValid: null, timestamp: null }

export function checkFormat(input: ValidateRequest, referenceId: string, now: Date): ValidationResponse {
  const timestamp = now.toISOString()
  const today = timestamp.slice(0, 10)
  const purpose = reportingPurpose(input)
  const checked =
    purpose && !input.type && !input.kind
      ? validateForReporting(input.countryCode, input.tin, purpose.rule, today)
      : validateTin(input.countryCode, input.tin, {
          today,
          ...(input.type && { type: input.type }),
          ...(input.kind && { kind: input.kind }),
        })
  if (!checked.valid && checked.unsupported)
    throw unsupportedError(checked.failure.code, checked.failure.message)
  const format: ValidationCheck = hasNoTins(checked)
    ? notAttempted
    : { attempted: true, isValid: checked.valid, timestamp }
  const validation = { format, source: notAttempted, overall: format }
  const additionalInfo = additionalInfoOf(checked)
  return {
    referenceId,
    live: true,
    countryCode: input.countryCode,
    tin: input.tin,
    requestDate: timestamp,
    result: resultOf({ validation, proof: null, additionalInfo, isWaiting: false }),
    reason: checked.valid ? formatReason(confidenceOf(checked)) : checked.failure.message,
    proof: null,
    validation,
    tinInfo: {
      label: checked.identifier?.label ?? null,
      name: checked.identifier?.name ?? null,
      formattedTin: checked.valid ? checked.formatted : null,
    },
    entity: { name: null, address: null },
    nameComparison: null,
    addressComparison: null,
    warnings: checked.warnings.map(({ code, message }) => ({ code, message })),
    errors: checked.valid
      ? []
      : [{ code: checked.failure.code, message: checked.failure.message, timestamp, retryable: false }],
    additionalInfo,
    ...(purpose && { reporting: describeReporting(purpose, input.countryCode, checked) }),
  }
}

function hasNoTins(checked: TinResult): boolean {
  return !checked.valid && checked.failure.code === 'NO_TIN_ISSUED'
}

function unsupportedError(code: string, message: string): AppError {
  return code === 'UNSUPPORTED_COUNTRY'
    ? new AppError('UNSUPPORTED_COUNTRY', { message, details: [{ path: 'countryCode', message }] })
    : invalidField(code === 'UNSUPPORTED_KIND' ? 'kind' : 'type', message)
}

function additionalInfoOf(checked: Exclude<TinResult, { unsupported: true }>): Record<string, string> {
  const { identifier } = checked
  return {
    ...(checked.valid && checked.facts),
    ...(identifier && {
      type: identifier.id,
      holder: identifier.holder,
      check: identifier.check,
      basis: identifier.basis,
      ...(identifier.localName && { localName: identifier.localName }),
    }),
    ...(!hasNoTins(checked) && { confidence: confidenceOf(checked) }),
    ...(checked.valid && { compact: checked.compact }),
    ...(!checked.valid && checked.suggestion && suggestionInfo(checked.suggestion)),
  }
}

function suggestionInfo({ tin, country }: Suggestion): Record<string, string> {
  return { suggestion: tin, ...(country && { suggestionCountry: country }) }
}
