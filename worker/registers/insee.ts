import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import { found, noAnswer, notFound, toFailure } from './answers.ts'
import { optional, optionalText, parseJson } from './json.ts'
import type { RegisterAnswer, RegisterHttp } from './register.ts'
import { cleanText, joinAddress, joinWords } from './texts.ts'

export const standing = once(() => z.enum(['A', 'C', 'F']).nullish())
const words = { A: 'active', C: 'ceased', F: 'closed' } as const

const unitSchema = once(() =>
  z.object({
    nomUniteLegale: optionalText(),
    nomUsageUniteLegale: optionalText(),
    prenomUsuelUniteLegale: optionalText(),
    denominationUniteLegale: optionalText(),
    categorieJuridiqueUniteLegale: optionalText(),
  }),
)
const dates = once(() => ({ dateDebut: optionalText(), dateFin: z.string().nullish() }))
/** GET /siren/{siren}. The current period has no end date. */
const sirenSchema = once(() =>
  z.object({
    uniteLegale: z.object({
      siren: z.string(),
      prenomUsuelUniteLegale: optionalText(),
      statutDiffusionUniteLegale: optionalText(),
      periodesUniteLegale: z.array(
        unitSchema().extend({ ...dates(), etatAdministratifUniteLegale: standing() }),
      ),
    }),
  }),
)
const siretSchema = once(() =>
  z.object({
    etablissement: z.object({
      siret: z.string(),
      statutDiffusionEtablissement: optionalText(),
      uniteLegale: unitSchema(),
      adresseEtablissement: optional(
        z.object({
          numeroVoieEtablissement: optionalText(),
          indiceRepetitionEtablissement: optionalText(),
          typeVoieEtablissement: optionalText(),
          libelleVoieEtablissement: optionalText(),
          codePostalEtablissement: optionalText(),
          libelleCommuneEtablissement: optionalText(),
        }),
      ),
      periodesEtablissement: z.array(z.object({ ...dates(), etatAdministratifEtablissement: standing() })),
    }),
  }),
)
/** The gateway's errors have no such header. */
const headerSchema = once(() => z.object({ header: z.object({ statut: z.number() }) }))

export const INSEE = 'https://api.insee.fr/api-sirene/3.11'
export const INSEE_RATE = { calls: 30, seconds: 60 } as const

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
    if (status === 301) return found({ registered: false, proves: 'business', status: 'duplicate' })
    return status === 403 ? noAnswer('REFUSED', '403') : toFailure(response)
  }
  const entry = isUnit
    ? toUnit(parseJson(sirenSchema, response)?.uniteLegale, number)
    : toEstablishment(parseJson(siretSchema, response)?.etablissement, number)
  return entry ?? toFailure(response)
}

function toUnit(unit: z.infer<ReturnType<typeof sirenSchema>>['uniteLegale'] | undefined, number: string) {
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

function toEstablishment(
  place: z.infer<ReturnType<typeof siretSchema>>['etablissement'] | undefined,
  number: string,
) {
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

const nameOf = (unit: z.infer<ReturnType<typeof unitSchema>>) =>
  unit.denominationUniteLegale ||
  joinWords(unit.prenomUsuelUniteLegale, unit.nomUsageUniteLegale || unit.nomUniteLegale)

type Text = string | null | undefined
type Entry = {
  isVat?: boolean | undefined
  now: z.infer<ReturnType<typeof standing>>
  name: Text
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
    proves: isVat ? 'vat-registration' : 'business',
    name: unmasked(entry.name),
    address: unmasked(entry.address),
    status: now ? words[now] : null,
    facts: {
      legalFormCode: entry.legalForm,
      headOffice: entry.headOffice,
      closedOn: now === 'A' ? null : entry.closedOn,
      disclosure: entry.disclosure && entry.disclosure !== 'O' ? 'partial' : null,
    },
  })
}
