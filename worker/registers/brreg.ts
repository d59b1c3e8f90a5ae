import * as z from 'zod/mini'
import { found, noAnswer, notFound, toFailure } from './answers.ts'
import { acceptJson, optional, optionalText, parseJson, parseOk } from './json.ts'
import type { NoAnswer, Register, RegisterAnswer, RegisterHttp } from './register.ts'
import { isPast, joinWords } from './texts.ts'

const addressSchema = z.object({
  adresse: optional(z.array(z.nullable(z.string()))),
  postnummer: optionalText,
  poststed: optionalText,
  land: optionalText,
})

/** https://data.brreg.no/enhetsregisteret/api/docs. A unit removed for legal reasons is a 410 with a date. */
const unitSchema = z.object({
  organisasjonsnummer: z.string(),
  navn: optionalText,
  organisasjonsform: optional(z.object({ beskrivelse: optionalText })),
  registrertIMvaregisteret: z.nullish(z.boolean()),
  slettedato: z.nullish(z.string()),
  /** A branch that has closed is listed until it is deleted. */
  nedleggelsesdato: z.nullish(z.string()),
  konkurs: optional(z.boolean()),
  underAvvikling: optional(z.boolean()),
  underTvangsavviklingEllerTvangsopplosning: optional(z.boolean()),
  forretningsadresse: optional(addressSchema),
  beliggenhetsadresse: optional(addressSchema),
  postadresse: optional(addressSchema),
})
const searchSchema = z.object({ page: z.object({ totalElements: z.number() }) })

const lists = ['/enheter', '/underenheter'] as const

export const lookUp: Register['lookUp'] = async (http, request) => {
  const number = request.compact.replace(/\D/g, '')
  // VOEC numbers of foreign sellers have seven digits and are not in this register.
  if (number.length !== 9) return noAnswer('NOT_COVERED')
  for (const list of lists) {
    const response = await http.request(`${list}/${number}`, acceptJson)
    if (response.status === 404) {
      const doubt = await searchFor(http, list, number)
      if (doubt) return doubt
      continue
    }
    const isRemoved = response.status === 410
    const unit = response.status === 200 || isRemoved ? parseJson(unitSchema, response) : undefined
    if (!unit) return toFailure(response)
    if (unit.organisasjonsnummer !== number) return noAnswer('WRONG_NUMBER')
    if (isRemoved && !unit.slettedato) return noAnswer('NOT_COVERED', '410')
    return toFound(unit, request.identifier, isRemoved)
  }
  return notFound
}

/** A 404 may come from a gateway, so a search confirms it. Undefined if the number does not exist. */
async function searchFor(http: RegisterHttp, list: string, number: string): Promise<NoAnswer | undefined> {
  const response = await http.request(`${list}?organisasjonsnummer=${number}`, acceptJson)
  const total = parseOk(searchSchema, response)?.page.totalElements
  if (total === undefined) return toFailure(response)
  return total === 0 ? undefined : noAnswer('UNREADABLE', '404')
}

function toFound(unit: z.infer<typeof unitSchema>, identifier: string, isRemoved: boolean): RegisterAnswer {
  const isEnded = isRemoved || Boolean(unit.slettedato) || hasClosed(unit)
  const isVatLookUp = identifier === 'NO.MVA'
  const isVat = isEnded ? false : unit.registrertIMvaregisteret
  if (isVatLookUp && typeof isVat !== 'boolean') return noAnswer('UNREADABLE')
  const place = unit.forretningsadresse ?? unit.beliggenhetsadresse ?? unit.postadresse
  return found({
    registered: isVatLookUp ? isVat === true : !isEnded,
    name: unit.navn,
    address: [...(place?.adresse ?? []), joinWords(place?.postnummer, place?.poststed), place?.land],
    status: isVatLookUp && !isEnded && !isVat ? 'not in the VAT register' : statusOf(unit, isRemoved),
    facts: {
      legalForm: unit.organisasjonsform?.beskrivelse,
      deletedOn: unit.slettedato,
      closedOn: unit.nedleggelsesdato,
      vatRegistered: isVat?.toString(),
    },
  })
}

const hasClosed = ({ nedleggelsesdato }: z.infer<typeof unitSchema>) =>
  isPast(nedleggelsesdato, 'Europe/Oslo')

function statusOf(unit: z.infer<typeof unitSchema>, isRemoved: boolean): string {
  if (isRemoved) return 'removed'
  if (unit.slettedato) return 'deleted'
  if (hasClosed(unit)) return 'closed'
  if (unit.konkurs) return 'bankrupt'
  return unit.underAvvikling || unit.underTvangsavviklingEllerTvangsopplosning
    ? 'in liquidation'
    : 'registered'
}
