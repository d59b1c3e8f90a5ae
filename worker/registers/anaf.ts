import * as z from 'zod/mini'
import { answersByNumber, found, type LookUpAll, noAnswer, notFound, toFailure } from './answers.ts'
import { optional, optionalText, parseJson, postJson, textOrNumber } from './json.ts'
import type { RegisterAnswer } from './register.ts'
import { cleanText, todayIn } from './texts.ts'

const entrySchema = z.object({
  date_generale: z.object({
    cui: textOrNumber,
    denumire: optionalText,
    adresa: optionalText,
    nrRegCom: optionalText,
    stare_inregistrare: z.nullish(z.string()),
    data_inregistrare: optionalText,
    cod_CAEN: optionalText,
  }),
  inregistrare_scop_Tva: z.nullish(z.object({ scpTVA: z.nullish(z.boolean()) })),
  stare_inactiv: z.nullish(
    z.object({ statusInactivi: optional(z.boolean()), dataRadiere: z.nullish(z.string()) }),
  ),
})
/** https://static.anaf.ro/static/10/Anaf/Informatii_R/Servicii_web/doc_WS_V9.txt. A number not found is a 404. */
const answerSchema = z.object({
  found: z.array(optional(entrySchema)),
  notFound: z.array(optional(textOrNumber)),
})

const MAX_BYTES = 1024 * 1024
/** Struck off, liquidated, or dissolved without a liquidation, by a merger or a division. */
const ended = /^(?:radi|lichidat|dizolvare fara lichidare)/i

export const lookUpAll: LookUpAll = async (http, numbers, requests) => {
  const data = todayIn('Europe/Bucharest')
  const response = await http.request('/tva', {
    ...postJson([...new Set(numbers)].map((number) => ({ cui: Number(number), data }))),
    maxBytes: MAX_BYTES,
  })
  const isAnswer = response.status === 200 || response.status === 404
  const read = isAnswer ? parseJson(answerSchema, response) : undefined
  const entries = [...(read?.found ?? []), ...(read?.notFound ?? [])].filter((entry) => entry != null)
  if (entries.length === 0) return toFailure(response)
  return answersByNumber(
    numbers,
    entries,
    (entry) => (typeof entry === 'object' ? entry.date_generale.cui : entry),
    (entry, index) =>
      typeof entry === 'object' ? toFound(entry, requests[index]?.identifier === 'RO.VAT') : notFound,
  )
}

function toFound(entry: z.infer<typeof entrySchema>, isVatLookUp: boolean): RegisterAnswer {
  const { date_generale: general, stare_inactiv: inactive } = entry
  const status = cleanText(general.stare_inregistrare)
  const isEnded = ended.test(status ?? '')
  const deletedOn = cleanText(inactive?.dataRadiere)
  if (!isEnded && deletedOn !== null) return noAnswer('NOT_COVERED')
  const isVat = isEnded ? false : entry.inregistrare_scop_Tva?.scpTVA
  // VIES also lists businesses registered only for purchases within the EU (art. 317); ANAF doesn't.
  if (isVatLookUp && !isEnded && isVat !== true) return noAnswer('NOT_COVERED')
  return found({
    registered: isVatLookUp ? isVat === true : !isEnded,
    name: general.denumire,
    address: general.adresa,
    status,
    facts: {
      registrationNumber: general.nrRegCom,
      registeredOn: general.data_inregistrare,
      deletedOn,
      activityCode: general.cod_CAEN,
      vatRegistered: isVat?.toString(),
      inactive: inactive?.statusInactivi?.toString(),
    },
  })
}
