import * as z from 'zod/mini'
import { found, noAnswer } from './answers.ts'
import { fetchJson, optionalText } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, isPast, joinWords } from './texts.ts'

/** https://www.registeruz.sk/cruz-public/home/api, GET /uctovne-jednotky. */
const idsSchema = z.object({ id: z.array(z.number()) })
/** GET /uctovna-jednotka. A deleted or non-public unit has only its id and `stav`. */
const unitSchema = z.object({
  id: z.number(),
  ico: z.nullish(z.string()),
  dic: z.nullish(z.string()),
  nazovUJ: optionalText,
  ulica: optionalText,
  psc: optionalText,
  mesto: optionalText,
  pravnaForma: optionalText,
  datumZalozenia: optionalText,
  datumZrusenia: z.nullish(z.string()),
  skNace: optionalText,
  stav: z.nullish(z.string()),
})
type Unit = z.infer<typeof unitSchema>

const MAX_UNITS = 5

export const lookUp: Register['lookUp'] = async (http, { identifier, compact }) => {
  const isVatLookUp = identifier === 'SK.ICDPH'
  const number = isVatLookUp ? 'dic' : 'ico'
  const { id: ids } = await fetchJson(
    http,
    idsSchema,
    `/uctovne-jednotky?zmenene-od=2000-01-01&max-zaznamov=10&${number}=${compact}`,
  )
  // Only businesses with double-entry bookkeeping must be in it.
  let answer: RegisterAnswer = noAnswer('NOT_COVERED')
  for (const id of ids.slice(0, MAX_UNITS)) {
    const unit = await fetchJson(http, unitSchema, `/uctovna-jednotka?id=${id}`)
    if (unit.id !== id) return noAnswer('WRONG_NUMBER')
    if (!unit[number] || /^zmazan/i.test(unit.stav ?? '')) continue
    if (unit[number] !== compact) return noAnswer('WRONG_NUMBER')
    if (!isDissolved(unit)) return toFound(unit)
    // A dissolved business may be registered for VAT until it is liquidated.
    if (!isVatLookUp) answer = toFound(unit)
  }
  return answer
}

const isDissolved = ({ datumZrusenia }: Unit) => isPast(datumZrusenia, 'Europe/Bratislava')

const toFound = (unit: Unit): RegisterAnswer =>
  found({
    registered: !isDissolved(unit),
    name: unit.nazovUJ,
    address: [unit.ulica, joinWords(unit.psc, unit.mesto)],
    status: isDissolved(unit) ? 'dissolved' : cleanText(unit.stav),
    facts: {
      companyNumber: unit.ico,
      taxNumber: unit.dic,
      legalFormCode: unit.pravnaForma,
      foundedOn: unit.datumZalozenia,
      dissolvedOn: unit.datumZrusenia,
      activityCode: unit.skNace,
    },
  })
