import * as z from 'zod/mini'
import { found, noAnswer } from './answers.ts'
import { fetchJson, optional, optionalText } from './json.ts'
import type { Register } from './register.ts'
import { joinNames, joinWords } from './texts.ts'

const namesSchema = optional(z.array(z.object({ name: optionalText, type: optionalText })))

/** https://www.gleif.org/en/lei-data/gleif-api, GET /lei-records. */
const recordsSchema = z.object({
  data: z.array(
    z.object({
      attributes: z.object({
        lei: z.string(),
        entity: z.object({
          legalName: optional(z.object({ name: optionalText })),
          otherNames: namesSchema,
          transliteratedOtherNames: namesSchema,
          legalAddress: optional(
            z.object({
              addressLines: optional(z.array(z.nullable(z.string()))),
              city: optionalText,
              postalCode: optionalText,
              country: optionalText,
            }),
          ),
          registeredAt: optional(z.object({ id: optionalText })),
          registeredAs: z.nullish(z.string()),
          status: z.nullish(z.string()),
        }),
        registration: optional(z.object({ status: z.nullish(z.string()) })),
      }),
    }),
  ),
})

/** Issuers write numbers with or without separators, and the search is exact. */
const masks: Readonly<Record<string, string>> = {
  'AU.ABN': '## ### ### ###',
  'BR.CNPJ': '##.###.###/####-##',
  'CH.UID': '###-###.###.###',
  'FI.YTUNNUS': '#######-#',
  'FR.SIREN': '### ### ###',
  'NO.ORGNR': '### ### ###',
}

export const lookUp: Register['lookUp'] = async (http, { identifier, compact }) => {
  for (const spelling of new Set([format(compact, masks[identifier]), compact])) {
    const query = new URLSearchParams({
      'filter[entity.registeredAs]': spelling,
      'filter[entity.legalAddress.country]': identifier.slice(0, 2),
      'page[size]': '5',
    })
    const { data: records } = await fetchJson(http, recordsSchema, `/lei-records?${query}`, {
      headers: { Accept: 'application/vnd.api+json' },
    })
    const entities = records.filter(
      ({ attributes: { entity } }) => entity.registeredAs?.replace(/[^0-9A-Z]/gi, '') === compact,
    )
    if (entities.length > 0) return toFound(entities)
    if (records.length > 0) return noAnswer('WRONG_NUMBER')
  }
  return noAnswer('NOT_COVERED')
}

const format = (compact: string, mask: string | undefined): string => {
  let at = 0
  return mask === undefined ? compact : mask.replace(/#/g, () => compact.charAt(at++))
}

/** GLEIF doesn't report when an entity ends. The entity's own register does. */
function toFound(records: z.infer<typeof recordsSchema>['data']) {
  const active = records.filter(({ attributes }) => attributes.entity.status === 'ACTIVE')
  const [only] = active
  if (!only || active.length > 1) return noAnswer('NOT_COVERED')
  const { lei, entity, registration } = only.attributes
  const place = entity.legalAddress
  const others = [...(entity.otherNames ?? []), ...(entity.transliteratedOtherNames ?? [])].filter(
    ({ type }) => type !== 'PREVIOUS_LEGAL_NAME',
  )
  return found({
    registered: true,
    name: entity.legalName?.name,
    address: [...(place?.addressLines ?? []), joinWords(place?.postalCode, place?.city), place?.country],
    status: entity.status,
    facts: {
      tradingNames: joinNames(...others.map((each) => each.name)),
      lei,
      leiStatus: registration?.status,
      registrationAuthority: entity.registeredAt?.id,
    },
  })
}
