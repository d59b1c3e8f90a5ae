import * as z from 'zod/mini'
import { found, noAnswer, ownEntry } from './answers.ts'
import { fetchJson, optional, optionalText } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { isPast, joinWords } from './texts.ts'

const period = { validFrom: optionalText, validTo: optionalText }
const word = optional(z.object({ value: optionalText }))

/** https://susrrpo.docs.apiary.io, GET /search. Former names and addresses have an end date. */
const answerSchema = z.object({
  results: z.array(
    z.object({
      identifiers: z.array(z.object({ value: z.string(), validTo: optionalText })),
      fullNames: optional(z.array(z.object({ value: optionalText, ...period }))),
      addresses: optional(
        z.array(
          z.object({
            street: optionalText,
            regNumber: optionalText,
            buildingNumber: optionalText,
            postalCodes: optional(z.array(z.string())),
            municipality: word,
            country: word,
            ...period,
          }),
        ),
      ),
      establishment: optionalText,
      termination: z.nullish(z.string()),
    }),
  ),
})
type Entry = z.infer<typeof answerSchema>['results'][number]

/** Knows the entrepreneurs, associations and offices that the register of financial statements doesn't. */
export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const { results: entries } = await fetchJson(http, answerSchema, `/search?identifier=${compact}`)
  const numbersIn = ({ identifiers }: Entry) =>
    identifiers.filter(({ value }) => value.replace(/\s/g, '').padStart(8, '0') === compact)
  const isOwn = (entry: Entry) => numbersIn(entry).length > 0
  const isCurrent = (entry: Entry) =>
    !hasEnded(entry) && numbersIn(entry).some(({ validTo }) => !isPast(validTo, timeZone))
  const entry = ownEntry(entries, isOwn, isCurrent)
  // The former number of a business that has another one today.
  if (!isCurrent(entry) && !hasEnded(entry)) return noAnswer('NOT_COVERED')
  return toFound(entry)
}

const timeZone = 'Europe/Bratislava'
const hasEnded = ({ termination }: Entry) => isPast(termination, timeZone)

const current = <Part extends { validTo?: string | null | undefined }>(
  parts: readonly Part[] | null | undefined,
) => parts?.find(({ validTo }) => !validTo) ?? parts?.at(-1)

function toFound(entry: Entry): RegisterAnswer {
  const place = current(entry.addresses)
  const house = joinWords(place?.regNumber === '0' ? null : place?.regNumber, place?.buildingNumber)
  return found({
    registered: !hasEnded(entry),
    name: current(entry.fullNames)?.value,
    address: [
      joinWords(place?.street, house.replace(' ', '/')),
      joinWords(place?.postalCodes?.[0], place?.municipality?.value),
      place?.country?.value,
    ],
    status: hasEnded(entry) ? 'terminated' : 'registered',
    facts: { foundedOn: entry.establishment, endedOn: entry.termination },
  })
}
