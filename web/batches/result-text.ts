import type { BatchResult } from '#worker/batches/contract.ts'

export const writtenTin = ({ tin, countryCode, tinInfo }: BatchResult): string =>
  withoutCountry(tinInfo.formattedTin || tin, countryCode)

export function withoutCountry(tin: string | null, countryCode: string | null): string {
  const written = tin || '–'
  return countryCode && written.toUpperCase().startsWith(countryCode)
    ? written.slice(countryCode.length).trim()
    : written
}
