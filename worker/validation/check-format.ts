import { AppError } from '#worker/errors.ts'
import { confidenceOf, type Suggestion, type TinVerdict, validateTin } from '#worker/tin/index.ts'
import type { ValidateRequest, ValidationCheck, ValidationResponse } from './contract.ts'

const notAttempted: ValidationCheck = { attempted: false, isValid: null, timestamp: null }

/** Throws UNSUPPORTED_COUNTRY, or INVALID_INPUT if the country doesn't have the type or kind. */
export function checkFormat(input: ValidateRequest, referenceId: string, now: Date): ValidationResponse {
  const verdict = validateTin(input.countryCode, input.tin, {
    today: now.toISOString().slice(0, 10),
    ...(input.type && { type: input.type }),
    ...(input.kind && { kind: input.kind }),
  })
  if (!verdict.valid && verdict.unsupported)
    throw unsupportedError(verdict.failure.code, verdict.failure.message)
  const timestamp = now.toISOString()
  const format: ValidationCheck = hasNoTins(verdict)
    ? notAttempted
    : { attempted: true, isValid: verdict.valid, timestamp }
  return {
    referenceId,
    live: true,
    countryCode: input.countryCode,
    tin: input.tin,
    requestDate: timestamp,
    validation: { format, source: notAttempted, overall: format },
    tinInfo: {
      label: verdict.identifier?.label ?? null,
      name: verdict.identifier?.name ?? null,
      formattedTin: verdict.valid ? verdict.formatted : null,
    },
    entity: { name: null, address: null },
    warnings: verdict.warnings.map(({ code, message }) => ({ code, message })),
    errors: verdict.valid
      ? []
      : [{ code: verdict.failure.code, message: verdict.failure.message, timestamp, retryable: false }],
    additionalInfo: additionalInfoOf(verdict),
  }
}

function hasNoTins(verdict: TinVerdict): boolean {
  return !verdict.valid && verdict.failure.code === 'NO_TIN_ISSUED'
}

function unsupportedError(code: string, message: string): AppError {
  return code === 'UNSUPPORTED_COUNTRY'
    ? new AppError('UNSUPPORTED_COUNTRY', { message, details: [{ path: 'countryCode', message }] })
    : new AppError('INVALID_INPUT', {
        message,
        details: [{ path: code === 'UNSUPPORTED_KIND' ? 'kind' : 'type', message }],
      })
}

function additionalInfoOf(verdict: Exclude<TinVerdict, { unsupported: true }>): Record<string, string> {
  const { identifier } = verdict
  return {
    ...(verdict.valid && verdict.facts),
    ...(identifier && {
      identifier: identifier.id,
      holder: identifier.holder,
      check: identifier.check,
      basis: identifier.basis,
      ...(identifier.localName && { localName: identifier.localName }),
    }),
    ...(!hasNoTins(verdict) && { confidence: confidenceOf(verdict) }),
    ...(verdict.valid && { compact: verdict.compact }),
    ...(!verdict.valid && verdict.suggestion && suggestionInfo(verdict.suggestion)),
  }
}

function suggestionInfo({ tin, country }: Suggestion): Record<string, string> {
  return { suggestion: tin, ...(country && { suggestionCountry: country }) }
}
