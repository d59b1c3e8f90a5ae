import type { BatchResult } from '#worker/batches/contract.ts'

export function writtenTin({ tin, countryCode, tinInfo }: BatchResult): string {
  const written = tinInfo.formattedTin || tin || '–'
  return countryCode && written.toUpperCase().startsWith(countryCode)
    ? written.slice(countryCode.length).trim()
    : written
}
