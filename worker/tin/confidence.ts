import type { TinResult, WarningCode } from './types.ts'

const unsure: ReadonlySet<WarningCode> = new Set([
  'CHECKSUM_MISMATCH_TOLERATED',
  'CHECKSUM_NOT_VERIFIABLE',
  'GENERIC_NUMBER',
])

export function confidenceOf(result: TinResult): 'checksum' | 'structure' | 'format' {
  if (!result.valid) {
    const code = result.failure.code
    if (code === 'INVALID_CHECKSUM') return 'checksum'
    return code === 'INVALID_COMPONENT' || code === 'NEVER_ISSUED' ? 'structure' : 'format'
  }
  const { check } = result.identifier
  if (check === 'none') return 'format'
  if (check === 'structure') return 'structure'
  return result.warnings.some(({ code }) => unsure.has(code)) ? 'structure' : 'checksum'
}
