import * as z from 'zod/mini'
import { found, noAnswer, ownEntry, toFailure } from './answers.ts'
import { callWithToken, requestToken } from './client-credentials.ts'
import { optional, optionalText, parseJson, parseOk, postJson } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { isoDate, joinWords } from './texts.ts'

const coded = optional(z.object({ kod: optionalText, klartext: optionalText }))
/** Since 1970: what a date can hold. */
const milliseconds = z.number().check(z.minimum(-8.64e15), z.maximum(8.64e15))

/** https://portal.api.bolagsverket.se/devportal, "Värdefulla datamängder", POST /organisationer. */
const answerSchema = z.object({
  organisationer: z.array(
    z.object({
      organisationsidentitet: z.object({ identitetsbeteckning: z.string() }),
      organisationsnamn: optional(
        z.object({
          organisationsnamnLista: optional(
            z.array(z.object({ namn: optionalText, organisationsnamntyp: coded })),
          ),
        }),
      ),
      organisationsform: coded,
      organisationsdatum: optional(z.object({ registreringsdatum: optionalText })),
      // With `fel` if the register behind it didn't respond.
      avregistreradOrganisation: z.nullish(
        z.object({
          fel: z.nullish(z.unknown()),
          avregistreringsdatum: z.nullish(z.union([z.string(), milliseconds])),
        }),
      ),
      postadressOrganisation: optional(
        z.object({
          postadress: optional(
            z.object({
              coAdress: optionalText,
              utdelningsadress: optionalText,
              postnummer: optionalText,
              postort: optionalText,
              land: optionalText,
            }),
          ),
        }),
      ),
      verksamOrganisation: coded,
    }),
  ),
})
type Organization = z.infer<typeof answerSchema>['organisationer'][number]
const problemSchema = z.object({ status: z.number(), title: optionalText })

const PORTAL = 'https://portal.api.bolagsverket.se'

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const client = {
    path: '/oauth2/token',
    base: PORTAL,
    id: http.settings.BOLAGSVERKET_CLIENT_ID,
    secret: http.settings.BOLAGSVERKET_CLIENT_SECRET,
    scope: 'vardefulla-datamangder:read',
  }
  const response = await callWithToken(
    http,
    () => requestToken(http, client),
    (Authorization) =>
      http.request('/organisationer', postJson({ identitetsbeteckning: compact }, { Authorization })),
  )
  const organizations = parseOk(answerSchema, response)?.organisationer
  if (!organizations) {
    // Authorities and foreign companies have numbers too.
    const isUnknown = response.status === 404 && parseJson(problemSchema, response)?.status === 404
    return isUnknown ? noAnswer('NOT_COVERED') : toFailure(response)
  }
  const isOwn = ({ organisationsidentitet: { identitetsbeteckning } }: Organization) =>
    identitetsbeteckning === compact
  return toFound(ownEntry(organizations, isOwn, (organization) => !endOf(organization)))
}

function endOf({ avregistreradOrganisation }: Organization) {
  const end = avregistreradOrganisation?.avregistreringsdatum
  return (typeof end === 'number' ? end : isoDate(end)) || undefined
}

function toFound(organization: Organization): RegisterAnswer {
  const end = endOf(organization)
  if (organization.avregistreradOrganisation?.fel) return noAnswer('UNAVAILABLE')
  const names = organization.organisationsnamn?.organisationsnamnLista
  const name = names?.find((each) => each.organisationsnamntyp?.kod === 'FORETAGSNAMN') ?? names?.[0]
  const place = organization.postadressOrganisation?.postadress
  return found({
    registered: end === undefined,
    name: name?.namn,
    address: [
      place?.coAdress,
      place?.utdelningsadress,
      joinWords(place?.postnummer, place?.postort),
      place?.land,
    ],
    status: end === undefined ? 'registered' : 'deregistered',
    facts: {
      legalForm: organization.organisationsform?.klartext,
      registeredOn: organization.organisationsdatum?.registreringsdatum,
      deletedOn: typeof end === 'number' ? new Date(end).toISOString().slice(0, 10) : end,
      inactive: inactivity[organization.verksamOrganisation?.kod ?? ''],
    },
  })
}

const inactivity: Readonly<Record<string, string>> = { JA: 'false', NEJ: 'true' }
