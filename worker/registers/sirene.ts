import * as z from 'zod/mini'
import { catchFailure, noAnswer, toFailure } from './answers.ts'
import { callInsee, standing, toEntry } from './insee.ts'
import { acceptJson, optional, optionalText, parseOk } from './json.ts'
import type { Register, RegisterAnswer, RegisterHttp } from './register.ts'
import { joinNames } from './texts.ts'

const placeSchema = z.object({
  siret: optionalText,
  adresse: optionalText,
  etat_administratif: standing,
  date_fermeture: optionalText,
})
/** https://recherche-entreprises.api.gouv.fr/docs, GET /search, a full-text search. */
const searchSchema = z.object({
  total_results: z.number(),
  results: z.array(
    z.object({
      siren: z.string(),
      nom_complet: optionalText,
      nom_raison_sociale: optionalText,
      etat_administratif: standing,
      nature_juridique: optionalText,
      statut_diffusion: optionalText,
      date_fermeture: optionalText,
      siege: optional(placeSchema),
      matching_etablissements: optional(z.array(placeSchema)),
      // The active numbers for trade within the EU, from the tax administration (DGFiP).
      tva: optional(z.array(z.string())),
    }),
  ),
})

const TIME_FOR_INSEE = 300
/** After too many calls. Clients that continue are blocked. */
const PAUSE_MS = 10_000
let searchPausedUntil = 0

export const lookUp: Register['lookUp'] = async (http, { identifier, compact }) => {
  if (identifier !== 'FR.TVA') return await lookUpNumber(http, { siren: compact })
  const answer = await lookUpNumber(http, { siren: compact.slice(2), vat: `FR${compact}` })
  // A business that has ceased may be registered for VAT until it is liquidated.
  return answer.kind === 'found' && !answer.registered ? noAnswer('NOT_COVERED') : answer
}

async function lookUpNumber(http: RegisterHttp, number: Wanted): Promise<RegisterAnswer> {
  if (!http.settings.INSEE_API_KEY) return search(http, number, http.timeLeft())
  const first = await catchFailure(() => searchUnlessPaused(http, number))
  if (first.kind === 'found' || http.timeLeft() < TIME_FOR_INSEE) return first
  const second = await catchFailure(() => callInsee(http, number.siren))
  // INSEE refuses numbers that exist but are not disclosed.
  return second.kind === 'no-answer' && second.reason !== 'REFUSED' ? first : second
}

type Wanted = { siren: string; vat?: string }

/** INSEE answers in place of a throttled search, so the register's circuit breaker does not see it. */
async function searchUnlessPaused(http: RegisterHttp, number: Wanted): Promise<RegisterAnswer> {
  if (Date.now() < searchPausedUntil) return noAnswer('PAUSED')
  const answer = await search(http, number, http.timeLeft() / 2)
  if (answer.kind === 'no-answer' && answer.reason === 'THROTTLED') {
    searchPausedUntil = Date.now() + (answer.pause ?? PAUSE_MS)
  }
  return answer
}

async function search(
  http: RegisterHttp,
  { siren: number, vat }: Wanted,
  timeout: number,
): Promise<RegisterAnswer> {
  const query = `q=${number}&page=1&per_page=1&minimal=true&include=siege,matching_etablissements,tva`
  const response = await http.request(`/search?${query}`, { ...acceptJson, timeout })
  const read = parseOk(searchSchema, response)
  if (!read) return toFailure(response)
  // This is yesterday's data without undisclosed entries, so only INSEE can confirm "not found".
  if (read.results.length === 0 && read.total_results === 0) return noAnswer('NOT_COVERED')
  const isUnit = number.length === 9
  const unit = read.results.find(({ siren }) => siren === number.slice(0, 9))
  const place = isUnit
    ? unit?.siege
    : [unit?.siege, ...(unit?.matching_etablissements ?? [])].find((each) => each?.siret === number)
  if (!unit || !(isUnit || place)) return noAnswer('WRONG_NUMBER')
  return toEntry({
    isVat: vat !== undefined && unit.tva?.includes(vat),
    now: isUnit ? unit.etat_administratif : place?.etat_administratif,
    ...namesOf(unit),
    address: place?.adresse,
    legalForm: unit.nature_juridique,
    headOffice: unit.siege?.siret,
    disclosure: unit.statut_diffusion,
    closedOn: isUnit ? unit.date_fermeture : place?.date_fermeture,
  })
}

type Names = Pick<z.infer<typeof searchSchema>['results'][number], 'nom_complet' | 'nom_raison_sociale'>

/** After the name, the full one has in parentheses a name at birth, the trade name and the acronym. */
function namesOf({ nom_complet: full, nom_raison_sociale: official }: Names) {
  const isOfficial = official && full?.toUpperCase().startsWith(official.toUpperCase())
  const rest = isOfficial ? full?.slice(official.length) : full
  const name = official || (rest?.replace(/ \(.*/s, '') ?? null)
  const others = [...(rest ?? '').matchAll(/ \(([^()]+)\)/g)].map(([, other]) => other)
  return { name, otherNames: joinNames(...others) }
}
