import * as z from 'zod/mini'
import { found, noAnswer, notFound, toFailure, unknownStatus } from './answers.ts'
import { acceptJson, optional, optionalText, parseJson, readOk } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, isPast, joinAddress } from './texts.ts'

/** https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/v3/api-docs. `dic` outlives the VAT registration. */
const subjectSchema = z.object({
  ico: z.string(),
  obchodniJmeno: optionalText,
  sidlo: optional(z.object({ textovaAdresa: optionalText, nazevObce: optionalText, psc: optionalText })),
  pravniForma: optionalText,
  datumVzniku: optionalText,
  datumZaniku: z.nullish(z.string()),
  dic: z.nullish(z.string()),
  dicSkDph: z.nullish(z.string()),
  primarniZdroj: z.nullish(z.string()),
  seznamRegistraci: z.nullish(z.record(z.string(), z.nullable(z.string()))),
})
const refusedSchema = z.object({ kod: z.string(), subKod: z.nullish(z.string()) })

/** Of the code list StavZdroje: none proves whether the business exists. */
const unclear = new Set(['BUDOUCI', 'HISTORICKY', 'LOGICKY_SMAZANY', 'NEEXISTUJICI'])
const states = new Set(['AKTIVNI', 'POZASTAVENY', 'ZANIKLY', ...unclear])
const noVat = new Set(['NEEXISTUJICI', 'ZANIKLY'])
const taxNumber = (text: string | null | undefined) => (/^CZ\d+$/.test(text ?? '') ? text : null)

export const lookUp: Register['lookUp'] = async (http, { identifier, compact }) => {
  const response = await http.request(`/ekonomicke-subjekty/${compact}`, acceptJson)
  if (response.status === 200) {
    const subject = readOk(subjectSchema, response)
    if (subject.ico !== compact) return noAnswer('WRONG_NUMBER')
    return toFound(subject, identifier === 'CZ.DIC')
  }
  const refused = parseJson(refusedSchema, response)
  if (response.status === 404 && refused?.kod === 'NENALEZENO') return notFound
  if (response.status === 400 && refused) return noAnswer('REFUSED', refused.subKod ?? refused.kod)
  return toFailure(response)
}

function toFound(subject: z.infer<typeof subjectSchema>, isVatLookUp: boolean): RegisterAnswer {
  const stateIn = (source: string) =>
    subject.seznamRegistraci?.[`stavZdroje${source.charAt(0).toUpperCase()}${source.slice(1)}`]
  const vat = stateIn('dph')
  const state = stateIn(subject.primarniZdroj ?? '')
  const isEnded = isPast(subject.datumZaniku, 'Europe/Prague') || state === 'ZANIKLY'
  const isVat = !isEnded && vat === 'AKTIVNI'
  const decisive = isVatLookUp ? vat : state
  if (!isEnded && decisive && !states.has(decisive)) return unknownStatus('ares', decisive)
  if (!isEnded && unclear.has(state ?? '')) return noAnswer('NOT_COVERED', state ?? undefined)
  if (isVatLookUp && !isEnded) {
    const isOther = isVat && subject.dic !== `CZ${subject.ico}`
    // ARES lags by up to two weeks and does not list "identified persons", whose DIČ is for EU trade only.
    if (isOther || !isVat) return noAnswer('NOT_COVERED', vat ?? undefined)
  }
  const group = stateIn('skDph')
  const isInGroup = !isEnded && group === 'AKTIVNI'
  const hasNoVat = isEnded || [vat, group].every((each) => noVat.has(each ?? ''))
  const vatRegistered = isVat || isInGroup ? true : hasNoVat ? false : null
  return found({
    registered: isVatLookUp ? isVat : !isEnded,
    name: subject.obchodniJmeno,
    address:
      cleanText(subject.sidlo?.textovaAdresa) ?? joinAddress(subject.sidlo?.nazevObce, subject.sidlo?.psc),
    status: isEnded ? 'ZANIKLY' : cleanText(isVatLookUp ? vat : state),
    facts: {
      legalFormCode: subject.pravniForma,
      foundedOn: subject.datumVzniku,
      endedOn: subject.datumZaniku,
      vatRegistered: vatRegistered?.toString(),
      vatNumber: taxNumber(subject.dic),
      vatGroupNumber: taxNumber(subject.dicSkDph),
    },
  })
}
