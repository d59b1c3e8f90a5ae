import * as z from 'zod'
import {
  found,
  joinAddress,
  joinWords,
  noAnswer,
  notFound,
  parseJson,
  toFailure,
} from '#worker/registers/parse-response.ts'
import type { RegisterAnswer, RegisterHttp } from '#worker/registers/register.ts'
import { standing, text, toEntry } from './sirene-entry.ts'

const unitSchema = z.object({
  nomUniteLegale: text,
  nomUsageUniteLegale: text,
  prenomUsuelUniteLegale: text,
  denominationUniteLegale: text,
  categorieJuridiqueUniteLegale: text,
})
const dates = { dateDebut: text, dateFin: text }
/** GET /siren/{siren}: what it says of today is in the period without an end; the address is not in it. */
const sirenSchema = z.object({
  uniteLegale: z.object({
    siren: z.string(),
    prenomUsuelUniteLegale: text,
    statutDiffusionUniteLegale: text,
    periodesUniteLegale: z.array(unitSchema.extend({ ...dates, etatAdministratifUniteLegale: standing })),
  }),
})
/** GET /siret/{siret}. */
const siretSchema = z.object({
  etablissement: z.object({
    siret: z.string(),
    statutDiffusionEtablissement: text,
    uniteLegale: unitSchema,
    adresseEtablissement: z
      .object({
        numeroVoieEtablissement: text,
        indiceRepetitionEtablissement: text,
        typeVoieEtablissement: text,
        libelleVoieEtablissement: text,
        codePostalEtablissement: text,
        libelleCommuneEtablissement: text,
      })
      .nullish(),
    periodesEtablissement: z.array(z.object({ ...dates, etatAdministratifEtablissement: standing })),
  }),
})
/** It writes its own status into the body; that of a gateway has none. */
const headerSchema = z.object({ header: z.object({ statut: z.number() }) })

export const INSEE = 'https://api.insee.fr/api-sirene/3.11'
/** Of a key. */
export const INSEE_RATE = { calls: 30, seconds: 60 } as const

/** https://portail-api.insee.fr, API Sirene 3.11, of the institute that keeps the register. */
export async function askInsee(http: RegisterHttp, number: string): Promise<RegisterAnswer> {
  const isUnit = number.length === 9
  const response = await http.request(`/${isUnit ? 'siren' : 'siret'}/${number}`, {
    base: INSEE,
    headers: {
      Accept: 'application/json',
      'X-INSEE-Api-Key-Integration': http.settings.INSEE_API_KEY ?? '',
    },
  })
  const { status } = response
  if (status !== 200) {
    if (parseJson(headerSchema, response)?.header.statut !== status) return toFailure(response)
    if (status === 404) return notFound
    // Given twice by mistake: the company goes by its other number.
    if (status === 301) return found({ registered: false, proves: 'business', status: 'duplicate' })
    // A unit that is not to be disclosed.
    return status === 403 ? noAnswer('REFUSED', '403') : toFailure(response)
  }
  const entry = isUnit
    ? toUnit(parseJson(sirenSchema, response)?.uniteLegale, number)
    : toEstablishment(parseJson(siretSchema, response)?.etablissement, number)
  return entry ?? toFailure(response)
}

function toUnit(unit: z.infer<typeof sirenSchema>['uniteLegale'] | undefined, number: string) {
  const now = unit?.periodesUniteLegale.find(({ dateFin }) => !dateFin)
  if (!unit || !now) return undefined
  if (unit.siren !== number) return noAnswer('WRONG_NUMBER')
  return toEntry({
    now: now.etatAdministratifUniteLegale,
    name: nameOf({ ...now, prenomUsuelUniteLegale: unit.prenomUsuelUniteLegale }),
    legalForm: now.categorieJuridiqueUniteLegale,
    disclosure: unit.statutDiffusionUniteLegale,
    closedOn: now.dateDebut,
  })
}

function toEstablishment(place: z.infer<typeof siretSchema>['etablissement'] | undefined, number: string) {
  const now = place?.periodesEtablissement.find(({ dateFin }) => !dateFin)
  if (!place || !now) return undefined
  if (place.siret !== number) return noAnswer('WRONG_NUMBER')
  const { adresseEtablissement: address, uniteLegale: unit } = place
  return toEntry({
    now: now.etatAdministratifEtablissement,
    name: nameOf(unit),
    address: joinAddress(
      joinWords(
        address?.numeroVoieEtablissement,
        address?.indiceRepetitionEtablissement,
        address?.typeVoieEtablissement,
        address?.libelleVoieEtablissement,
      ),
      joinWords(address?.codePostalEtablissement, address?.libelleCommuneEtablissement),
    ),
    legalForm: unit.categorieJuridiqueUniteLegale,
    disclosure: place.statutDiffusionEtablissement,
    closedOn: now.dateDebut,
  })
}

/** A company has a name, a person a first and a last one. */
const nameOf = (unit: z.infer<typeof unitSchema>) =>
  unit.denominationUniteLegale ||
  joinWords(unit.prenomUsuelUniteLegale, unit.nomUsageUniteLegale || unit.nomUniteLegale)
