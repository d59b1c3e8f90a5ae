import * as z from 'zod/mini'
import { found, noAnswer, unknownStatus } from './answers.ts'
import { fetchJson, optional, optionalText } from './json.ts'
import type { Register } from './register.ts'
import { isPast, joinAddress, joinNames, joinWords } from './texts.ts'

const dated = { endDate: z.nullish(z.string()), registrationDate: optionalText }
const described = z.object({
  ...dated,
  descriptions: optional(z.array(z.object({ languageCode: z.string(), description: z.string() }))),
})
/** https://avoindata.prh.fi/opendata-ytj-api/v3/schema, GET /companies. */
const answerSchema = z.object({
  totalResults: z.number(),
  companies: z.array(
    z.object({
      businessId: z.object({ value: z.string() }),
      names: optional(z.array(z.object({ ...dated, name: z.string(), type: z.string() }))),
      companyForms: optional(z.array(described)),
      companySituations: optional(z.array(described)),
      registeredEntries: z.array(z.extend(described, { register: z.string(), type: z.coerce.string() })),
      addresses: optional(
        z.array(
          z.object({
            ...dated,
            type: z.coerce.number(),
            co: optionalText,
            street: optionalText,
            buildingNumber: optionalText,
            entrance: optionalText,
            apartmentNumber: optionalText,
            postOfficeBox: optionalText,
            freeAddressLine: optionalText,
            postCode: optionalText,
            postOffices: optional(z.array(z.object({ city: optionalText, languageCode: optionalText }))),
            country: optionalText,
          }),
        ),
      ),
      tradeRegisterStatus: z.nullish(z.string()),
      status: z.nullish(z.string()),
      registrationDate: optionalText,
      endDate: z.nullish(z.string()),
    }),
  ),
})
type Company = z.infer<typeof answerSchema>['companies'][number]

const VAT_REGISTER = '6'
const UNREGISTERED = '0'
/** Liable for VAT, by application, or as a farmer. */
const vatEntries = new Set(['80', '82', '83'])
/** Codes of GET /description?code=STATUS3 and code=REK_KDI. */
const ENDED = '5'
const notEnded = new Set(['1', '2'])
const CEASED = '4'
const REGISTERED = '1'
/** It is one of several registers: a company that it doesn't list may exist. */
const outsideTradeRegister = new Set(['0', '2', '3'])
const ZONE = 'Europe/Helsinki'
/** Names in other languages, auxiliary names and their translations; 1 is the company's name. */
const otherNames = new Set(['2', '3', '4'])

export const lookUp: Register['lookUp'] = async (http, { identifier, compact }) => {
  const number = `${compact.slice(0, 7)}-${compact.slice(7)}`
  const read = await fetchJson(http, answerSchema, `/companies?businessId=${number}`)
  const company = read.companies.find(({ businessId }) => businessId.value === number)
  if (company) return toFound(company, identifier)
  // The open data has no sole traders and no associations.
  return noAnswer(read.companies.length === 0 && read.totalResults === 0 ? 'NOT_COVERED' : 'WRONG_NUMBER')
}

function toFound(company: Company, identifier: string) {
  const isEnded =
    isPast(company.endDate, ZONE) || company.status === ENDED || company.tradeRegisterStatus === CEASED
  const vatHistory = company.registeredEntries.filter(
    ({ register, type }) => register === VAT_REGISTER && type !== UNREGISTERED,
  )
  const vatRegistrations = vatHistory.filter(({ type }) => vatEntries.has(type))
  const vat = current(vatRegistrations)
  const isVatLookUp = identifier === 'FI.ALV'
  if (isVatLookUp && vatRegistrations.length === 0) {
    return vatHistory[0] ? unknownStatus('prh', vatHistory[0].type) : noAnswer('NOT_COVERED')
  }
  const { status, tradeRegisterStatus } = company
  if (!isEnded && status && !notEnded.has(status)) return unknownStatus('prh', status)
  if (!isVatLookUp && !isEnded && tradeRegisterStatus && tradeRegisterStatus !== REGISTERED) {
    return outsideTradeRegister.has(tradeRegisterStatus)
      ? noAnswer('NOT_COVERED', tradeRegisterStatus)
      : unknownStatus('prh', tradeRegisterStatus)
  }
  const others = company.names?.filter(({ type, endDate }) => otherNames.has(type) && !isPast(endDate, ZONE))
  return found({
    registered: isVatLookUp ? vat !== undefined : !isEnded,
    name: current(company.names?.filter(({ type }) => type === '1'))?.name,
    address: addressIn(company),
    status: isEnded
      ? 'ended'
      : isVatLookUp && !vat
        ? 'not in the VAT register'
        : (inEnglish(current(company.companySituations)) ?? 'registered'),
    facts: {
      tradingNames: joinNames(...(others ?? []).map((each) => each.name)),
      legalForm: inEnglish(current(company.companyForms)),
      registeredOn: company.registrationDate,
      endedOn: company.endDate,
      vatRegistered: vatRegistrations.length === 0 ? null : String(vat !== undefined),
      vatEntry: inEnglish(vat),
      vatSince: vat?.registrationDate,
    },
  })
}

const current = <Entry extends { endDate?: string | null | undefined }>(
  entries: readonly Entry[] | null | undefined,
) => entries?.find(({ endDate }) => !endDate) ?? entries?.find(({ endDate }) => !isPast(endDate, ZONE))

const inEnglish = (entry: z.infer<typeof described> | undefined) =>
  (entry?.descriptions?.find(({ languageCode }) => languageCode === '3') ?? entry?.descriptions?.[0])
    ?.description

function addressIn({ addresses }: Company): string | null {
  const place = [1, 2]
    .map((type) => current(addresses?.filter((each) => each.type === type)))
    .find((each) => each !== undefined)
  if (!place) return null
  const office = place.postOffices?.find(({ languageCode }) => languageCode === '1') ?? place.postOffices?.[0]
  return joinAddress(
    place.co,
    joinWords(place.street, place.buildingNumber, place.entrance, place.apartmentNumber),
    place.postOfficeBox && `PL ${place.postOfficeBox}`,
    place.freeAddressLine,
    joinWords(place.postCode, office?.city),
    place.country,
  )
}
