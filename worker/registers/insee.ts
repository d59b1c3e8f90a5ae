import * as z from 'zod/mini'
import { found, noAnswer, notFound, toFailure } from './answers.ts'
import { INSEE } from './constants.ts'
import { optional, optionalText, parseJson } from './json.ts'
import type { RegisterAnswer, RegisterHttp } from './register.ts'
import { cleanText, joinAddress, joinWords, type Text } from './texts.ts'

export const standing = z.nullish(z.enum(['A', 'C', 'F']))
const words = { A: 'active', C: 'ceased', F: 'closed' } as const

const unitSchema = z.object({
  nomUniteLegale: optionalText,
  nomUsageUniteLegale: optionalText,
  prenomUsuelUniteLegale: optionalText,
  denominationUniteLegale: optionalText,
  categorieJuridiqueUniteLegale: optionalText,
})
const dates = { dateDebut: optionalText, dateFin: z.nullish(z.string()) }
/** GET /siren/{siren}. The current period has no end date. */
const sirenSchema = z.object({
  uniteLegale: z.object({
    siren: z.string(),
    prenomUsuelUniteLegale: optionalText,
    statutDiffusionUniteLegale: optionalText,
    periodesUniteLegale: z.array(z.extend(unitSchema, { ...dates, etatAdministratifUniteLegale: standing })),
  }),
})
const siretSchema = z.object({
  etablissement: z.object({
    siret: z.string(),
    statutDiffusionEtablissement: optionalText,
    uniteLegale: unitSchema,
    adresseEtablissement: optional(
      z.object({
        numeroVoieEtablissement: optionalText,
        indiceRepetitionEtablissement: optionalText,
        typeVoieEtablissement: optionalText,
        libelleVoieEtablissement: optionalText,
        complementAdresseEtablissement: optionalText,
        distributionSpecialeEtablissement: optionalText,
        codePostalEtablissement: optionalText,
        codeCedexEtablissement: optionalText,
        libelleCedexEtablissement: optionalText,
        libelleCommuneEtablissement: optionalText,
      }),
    ),
    periodesEtablissement: z.array(z.object({ ...dates, etatAdministratifEtablissement: standing })),
  }),
})
/** The gateway's errors have no such header. */
const headerSchema = z.object({ header: z.object({ statut: z.number() }) })

/** https://portail-api.insee.fr, API Sirene 3.11. */
export async function callInsee(http: RegisterHttp, number: string): Promise<RegisterAnswer> {
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
    // A duplicate number: the company has another one.
    if (status === 301) return found({ registered: false, status: 'duplicate' })
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
    // As the search writes it, so that one source's address isn't a change of the other's.
    address: joinAddress(
      address?.complementAdresseEtablissement,
      joinWords(
        address?.numeroVoieEtablissement,
        address?.indiceRepetitionEtablissement,
        address?.typeVoieEtablissement,
        address?.libelleVoieEtablissement,
      ),
      address?.distributionSpecialeEtablissement,
      address?.codeCedexEtablissement
        ? joinWords(address.codeCedexEtablissement, address.libelleCedexEtablissement)
        : joinWords(address?.codePostalEtablissement, address?.libelleCommuneEtablissement),
    ),
    legalForm: unit.categorieJuridiqueUniteLegale,
    disclosure: place.statutDiffusionEtablissement,
    closedOn: now.dateDebut,
  })
}

const nameOf = (unit: z.infer<typeof unitSchema>) =>
  unit.denominationUniteLegale ||
  joinWords(unit.prenomUsuelUniteLegale, unit.nomUsageUniteLegale || unit.nomUniteLegale)

type Entry = {
  isVat?: boolean | undefined
  now: z.infer<typeof standing>
  name: Text
  otherNames?: Text
  address?: Text
  legalForm: Text
  headOffice?: Text
  disclosure: Text
  closedOn: Text
}

const unmasked = (written: Text) => cleanText(written?.replace(/\[(?:ND|NON-DIFFUSIBLE)\]/g, ' '))

export function toEntry({ isVat = false, now, ...entry }: Entry): RegisterAnswer {
  // Sirene doesn't know the state of units that other bodies administer.
  if (!now && !isVat) return noAnswer('NOT_COVERED')
  return found({
    registered: isVat || now === 'A',
    proves: isVat ? 'vat_registration' : undefined,
    name: unmasked(entry.name),
    address: unmasked(entry.address),
    status: now ? words[now] : null,
    facts: {
      tradingNames: unmasked(entry.otherNames),
      legalFormCode: entry.legalForm,
      headOffice: entry.headOffice,
      closedOn: now === 'A' ? null : entry.closedOn,
      disclosure: entry.disclosure && entry.disclosure !== 'O' ? 'partial' : null,
    },
  })
}
