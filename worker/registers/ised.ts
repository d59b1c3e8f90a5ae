import * as z from 'zod/mini'
import { found, noAnswer, unknownStatus } from './answers.ts'
import { fetchJson, optional, optionalText } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, joinNames, joinWords } from './texts.ts'

const current = optional(z.boolean())

/** https://open.canada.ca/data/en/dataset/0032ce54-c5dd-4b66-99a0-320a7b5e99f2. Always 200; an error is a text. */
const corporationSchema = z.object({
  corporationId: optionalText,
  act: optionalText,
  status: z.string(),
  corporationNames: optional(
    z.array(
      z.object({
        CorporationName: optional(z.object({ name: optionalText, nameType: optionalText, current: current })),
      }),
    ),
  ),
  adresses: optional(
    z.array(
      z.object({
        address: optional(
          z.object({
            addressLine: optional(z.array(z.nullable(z.string()))),
            city: optionalText,
            provinceCode: optionalText,
            postalCode: optionalText,
            countryCode: optionalText,
            current: current,
          }),
        ),
      }),
    ),
  ),
  businessNumbers: optional(z.object({ businessNumber: optionalText })),
  activities: optional(
    z.array(z.object({ activity: optional(z.object({ activity: optionalText, date: optionalText })) })),
  ),
})
type Corporation = z.infer<typeof corporationSchema>
const answerSchema = z.tuple([z.union([corporationSchema, z.string()])], z.unknown())

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  // The other digits identify a program account of the same business.
  const number = compact.slice(0, 9)
  const [corporation] = await fetchJson(http, answerSchema, `/corporations/${number}.json?lang=eng`)
  if (typeof corporation === 'string') {
    // Provincial corporations and sole traders have business numbers too.
    return noAnswer(corporation.startsWith('could not find') ? 'NOT_COVERED' : 'UNREADABLE')
  }
  const isIt = corporation.businessNumbers?.businessNumber?.slice(0, 9) === number
  return isIt ? toFound(corporation) : noAnswer('WRONG_NUMBER')
}

function toFound(corporation: Corporation): RegisterAnswer {
  const status = cleanText(corporation.status)
  const isActive = /^active/i.test(status ?? '')
  if (!isActive && !/^(?:inactive|dissolved)/i.test(status ?? '')) return unknownStatus('ised', status)
  const names = corporation.corporationNames?.flatMap(({ CorporationName: name }) =>
    name?.current ? [name] : [],
  )
  const name = names?.find(({ nameType }) => nameType === 'Primary') ?? names?.[0]
  const places = corporation.adresses?.flatMap(({ address }) => address ?? [])
  const place = places?.find((each) => each.current) ?? places?.[0]
  const dateOf = (what: string) =>
    corporation.activities?.find(({ activity }) => activity?.activity === what)?.activity?.date
  return found({
    registered: isActive,
    name: name?.name,
    address: [
      ...(place?.addressLine ?? []),
      joinWords(place?.city, place?.provinceCode, place?.postalCode),
      place?.countryCode,
    ],
    status,
    facts: {
      // Many have a name in English and one in French.
      tradingNames: joinNames(...(names ?? []).flatMap((each) => (each === name ? [] : [each.name]))),
      corporationNumber: corporation.corporationId,
      act: corporation.act,
      foundedOn: dateOf('Incorporation'),
      dissolvedOn: dateOf('Dissolution'),
    },
  })
}
