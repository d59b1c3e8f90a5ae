import type { TinVerdict, WarningCode } from './types.ts'

const unsure: ReadonlySet<WarningCode> = new Set([
  'CHECKSUM_MISMATCH_TOLERATED',
  'CHECKSUM_NOT_VERIFIABLE',
  'GENERIC_NUMBER',
])

export function confidenceOf(verdict: TinVerdict): 'checksum' | 'structure' | 'format' {
  if (!verdict.valid) {
    const code = verdict.failure.code
    if (code === 'INVALID_CHECKSUM') return 'checksum'
    return code === 'INVALID_COMPONENT' || code === 'NEVER_ISSUED' ? 'structure' : 'format'
  }
  const { check } = verdict.identifier
  if (check === 'none') return 'format'
  if (check === 'structure') return 'structure'
  return verdict.warnings.some(({ code }) => unsure.has(code)) ? 'structure' : 'checksum'
}
