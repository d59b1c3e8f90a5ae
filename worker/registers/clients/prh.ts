import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import {
  cleanText,
  found,
  isPast,
  joinAddress,
  joinWords,
  noAnswer,
  parseJson,
  toFacts,
  toFailure,
} from '#worker/registers/parse-response.ts'
import type { Register } from '#worker/registers/register.ts'

const dated = once(() => ({ endDate: z.string().nullish(), registrationDate: z.string().nullish() }))
const described = once(() =>
  z.object({
    ...dated(),
    descriptions: z.array(z.object({ languageCode: z.string(), description: z.string() })).nullish(),
  }),
)
const text = once(() => z.string().nullish())

/** https://avoindata.prh.fi/opendata-ytj-api/v3/schema, GET /companies. */
const answerSchema = once(() =>
  z.object({
    totalResults: z.number(),
    companies: z.array(
      z.object({
        businessId: z.object({ value: z.string() }),
        names: z.array(z.object({ ...dated(), name: z.string(), type: z.string() })).nullish(),
        companyForms: z.array(described()).nullish(),
        companySituations: z.array(described()).nullish(),
        registeredEntries: z.array(described().extend({ register: z.string() })),
        addresses: z
          .array(
            z.object({
              ...dated(),
              type: z.coerce.number(),
              co: text(),
              street: text(),
              buildingNumber: text(),
              entrance: text(),
              apartmentNumber: text(),
              postOfficeBox: text(),
              freeAddressLine: text(),
              postCode: text(),
              postOffices: z.array(z.object({ city: text(), languageCode: text() })).nullish(),
              country: text(),
            }),
          )
          .nullish(),
        tradeRegisterStatus: text(),
        status: text(),
        registrationDate: text(),
        endDate: text(),
      }),
    ),
  }),
)
type Company = z.infer<ReturnType<typeof answerSchema>>['companies'][number]

const VAT_REGISTER = '6'
const CEASED = '4'
const ENDED = '3'
const ZONE = 'Europe/Helsinki'

export const prh: Register = {
  id: 'prh',
  name: 'Finnish Patent and Registration Office',
  identifiers: ['FI.YTUNNUS'],
  base: 'https://avoindata.prh.fi/opendata-ytj-api/v3',
  // All users of the API share 300 calls a minute.
  limit: { concurrent: 4, calls: 60, seconds: 60 },
  fallbackFor: { 'FI.ALV': { identifier: 'FI.ALV', toCompact: (compact) => compact, refutes: false } },
  lookUp: async (http, { identifier, compact }) => {
    const number = `${compact.slice(0, 7)}-${compact.slice(7)}`
    const response = await http.request(`/companies?businessId=${number}`, {
      headers: { Accept: 'application/json' },
    })
    const read = response.status === 200 ? parseJson(answerSchema, response) : undefined
    if (!read) return toFailure(response)
    const company = read.companies.find(({ businessId }) => businessId.value === number)
    if (company) return toFound(company, identifier)
    // The open data has no sole traders and no associations.
    return noAnswer(read.companies.length === 0 && read.totalResults === 0 ? 'NOT_COVERED' : 'WRONG_NUMBER')
  },
}

function toFound(company: Company, identifier: string) {
  const isEnded =
    isPast(company.endDate, ZONE) || company.status === ENDED || company.tradeRegisterStatus === CEASED
  const vat = current(company.registeredEntries.filter(({ register }) => register === VAT_REGISTER))
  const isVatLookup = identifier === 'FI.ALV'
  return found({
    registered: isVatLookup ? vat !== undefined : !isEnded,
    proves: isVatLookup ? 'vat-registration' : 'business',
    name: cleanText(current(company.names?.filter(({ type }) => type === '1'))?.name),
    address: addressIn(company),
    status: isEnded
      ? 'ended'
      : isVatLookup && !vat
        ? 'not in the VAT register'
        : (inEnglish(current(company.companySituations)) ?? 'registered'),
    facts: toFacts({
      legalForm: inEnglish(current(company.companyForms)),
      registeredOn: company.registrationDate,
      endedOn: company.endDate,
      vatRegistered: String(vat !== undefined),
      vatEntry: inEnglish(vat),
      vatSince: vat?.registrationDate,
    }),
  })
}

const current = <Entry extends { endDate?: string | null | undefined }>(
  entries: readonly Entry[] | null | undefined,
) => entries?.find(({ endDate }) => !endDate) ?? entries?.find(({ endDate }) => !isPast(endDate, ZONE))

/** 1 is Finnish, 2 Swedish, 3 English. */
const inEnglish = (entry: z.infer<ReturnType<typeof described>> | undefined) =>
  (entry?.descriptions?.find(({ languageCode }) => languageCode === '3') ?? entry?.descriptions?.[0])
    ?.description

/** 1 is the street address, 2 the postal one. */
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
