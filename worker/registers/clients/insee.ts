import * as z from 'zod'
import {
  addressOf,
  failureOf,
  found,
  noAnswer,
  notFound,
  readJson,
  spaced,
} from '#worker/registers/reading.ts'
import type { Line, RegisterAnswer } from '#worker/registers/register.ts'
import { entryOf, standing, text } from './sirene-entry.ts'

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
export async function askInsee(line: Line, number: string): Promise<RegisterAnswer> {
  const isUnit = number.length === 9
  const answer = await line.call(`/${isUnit ? 'siren' : 'siret'}/${number}`, {
    base: INSEE,
    headers: {
      Accept: 'application/json',
      'X-INSEE-Api-Key-Integration': line.settings.INSEE_API_KEY ?? '',
    },
  })
  const { status } = answer
  if (status !== 200) {
    if (readJson(headerSchema, answer)?.header.statut !== status) return failureOf(answer)
    if (status === 404) return notFound
    // Given twice by mistake: the company goes by its other number.
    if (status === 301) return found({ registered: false, proves: 'business', status: 'duplicate' })
    // A unit that is not to be disclosed.
    return status === 403 ? noAnswer('REFUSED', '403') : failureOf(answer)
  }
  const entry = isUnit
    ? unitOf(readJson(sirenSchema, answer)?.uniteLegale, number)
    : placeOf(readJson(siretSchema, answer)?.etablissement, number)
  return entry ?? failureOf(answer)
}

function unitOf(unit: z.infer<typeof sirenSchema>['uniteLegale'] | undefined, number: string) {
  const now = unit?.periodesUniteLegale.find(({ dateFin }) => !dateFin)
  if (!unit || !now) return undefined
  if (unit.siren !== number) return noAnswer('WRONG_NUMBER')
  return entryOf({
    now: now.etatAdministratifUniteLegale,
    name: nameOf({ ...now, prenomUsuelUniteLegale: unit.prenomUsuelUniteLegale }),
    legalForm: now.categorieJuridiqueUniteLegale,
    disclosure: unit.statutDiffusionUniteLegale,
    closedOn: now.dateDebut,
  })
}

function placeOf(place: z.infer<typeof siretSchema>['etablissement'] | undefined, number: string) {
  const now = place?.periodesEtablissement.find(({ dateFin }) => !dateFin)
  if (!place || !now) return undefined
  if (place.siret !== number) return noAnswer('WRONG_NUMBER')
  const { adresseEtablissement: address, uniteLegale: unit } = place
  return entryOf({
    now: now.etatAdministratifEtablissement,
    name: nameOf(unit),
    address: addressOf(
      spaced(
        address?.numeroVoieEtablissement,
        address?.indiceRepetitionEtablissement,
        address?.typeVoieEtablissement,
        address?.libelleVoieEtablissement,
      ),
      spaced(address?.codePostalEtablissement, address?.libelleCommuneEtablissement),
    ),
    legalForm: unit.categorieJuridiqueUniteLegale,
    disclosure: place.statutDiffusionEtablissement,
    closedOn: now.dateDebut,
  })
}

/** A company has a name, a person a first and a last one. */
const nameOf = (unit: z.infer<typeof unitSchema>) =>
  unit.denominationUniteLegale ||
  spaced(unit.prenomUsuelUniteLegale, unit.nomUsageUniteLegale || unit.nomUniteLegale)
