import type { BatchResult } from '#worker/batches/contract.ts'

export function writtenTin({ tin, countryCode, tinInfo }: BatchResult): string {
  const written = tinInfo.formattedTin || tin || '–'
  return countryCode && written.toUpperCase().startsWith(countryCode)
    ? written.slice(countryCode.length).trim()
    : written
}

const confirmations: Readonly<Record<string, string>> = {
  register: 'The official register lists this number.',
  checksum: 'The check digit is right.',
  structure: 'The structure is right.',
  format: 'The format is right.',
}

/** A valid number with a different name in the register is no success. */
export const hasDifferentName = ({ verdict, additionalInfo }: BatchResult): boolean =>
  verdict === 'valid' && additionalInfo.nameMatch === 'different'

export function reasonOf(result: BatchResult): string {
  const { verdict, errors, warnings, additionalInfo } = result
  const confirmation = verdict === 'valid' ? confirmations[additionalInfo.confidence ?? ''] : undefined
  return [
    ...(hasDifferentName(result) ? ['Registered to a different name.'] : []),
    ...(confirmation ? [confirmation] : []),
    ...[...errors, ...warnings].map(({ message }) => message),
  ].join(' ')
}
