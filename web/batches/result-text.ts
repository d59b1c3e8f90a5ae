import type { BatchResult } from '#worker/batches/contract.ts'

/** Without the country in front, which has its own place. */
export function writtenTin({ tin, countryCode, tinInfo }: BatchResult): string {
  const written = tinInfo.formattedTin || tin || '–'
  return countryCode && written.toUpperCase().startsWith(countryCode)
    ? written.slice(countryCode.length).trim()
    : written
}

const confirmations: Readonly<Record<string, string>> = {
  register: 'The official register knows this number.',
  checksum: 'The check digit is right.',
  structure: 'The structure is right.',
  format: 'The format is right.',
}

/** Why the verdict is what it is, in one or more sentences. */
export function reasonOf({ verdict, errors, warnings, additionalInfo }: BatchResult): string {
  const texts = [...errors, ...warnings].map(({ message }) => message)
  const confirmation = verdict === 'valid' ? confirmations[additionalInfo.confidence ?? ''] : undefined
  return [confirmation, ...texts].filter((text) => text !== undefined).join(' ')
}
