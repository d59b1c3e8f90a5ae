import type { ValidationResponse } from '#worker/validation/contract.ts'

/** With its country, in the form it is usually written. */
export function writtenNumber({ tinInfo, tin, countryCode }: ValidationResponse): string {
  const written = tinInfo.formattedTin ?? tin
  return written.toUpperCase().startsWith(countryCode) ? written : `${countryCode} ${written}`
}
