import type { Estimate } from '#worker/batches/contract.ts'
import type { NumberOfFile, Preview } from './preview.ts'

/** The request stays below 64 KiB, also with the longest numbers. */
const MAX_SAMPLES = 200
/** Longer numbers are invalid, so they need no register. */
const MAX_TIN = 40
const MAX_TYPE = 32
const plain = /^[^\p{Cc}\p{Cs}]*$/u

type Items = Estimate['items']

/** Some numbers of each country, evenly from the whole file. Each represents as many rows as its part of the file has. */
export function sampleItems(numbers: Preview['numbers']): Items {
  const perCountry = Math.max(1, Math.floor(MAX_SAMPLES / Math.max(1, numbers.size)))
  return [...numbers]
    .slice(0, MAX_SAMPLES)
    .flatMap(([code, ofCountry]) => samplesOf(code, ofCountry, perCountry))
}

function samplesOf(countryCode: string, numbers: readonly NumberOfFile[], wanted: number): Items {
  const readable = numbers.filter(
    ({ tin, type }) => tin.length <= MAX_TIN && type.length <= MAX_TYPE && plain.test(tin + type),
  )
  const count = Math.min(wanted, readable.length)
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * readable.length) / count)
    const end = Math.floor(((index + 1) * readable.length) / count)
    const { tin = '', type = '', kind } = readable[start] ?? {}
    return { countryCode, tin, rows: end - start, ...(type && { type }), ...(kind && { kind }) }
  })
}
