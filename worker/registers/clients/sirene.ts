import * as z from 'zod'
import { catchFailure, noAnswer, parseJson, toFailure } from '#worker/registers/parse-response.ts'
import type { Register, RegisterAnswer, RegisterHttp } from '#worker/registers/register.ts'
import { askInsee, INSEE, INSEE_RATE } from './insee.ts'
import { standing, text, toEntry } from './sirene-entry.ts'

const placeSchema = z.object({
  siret: text,
  adresse: text,
  etat_administratif: standing.nullish(),
  date_fermeture: text,
})
/** https://recherche-entreprises.api.gouv.fr/docs, GET /search: in full text, so other companies may be found. */
const searchSchema = z.object({
  total_results: z.number(),
  results: z.array(
    z.object({
      siren: z.string(),
      nom_complet: text,
      nom_raison_sociale: text,
      etat_administratif: standing,
      nature_juridique: text,
      statut_diffusion: text,
      date_fermeture: text,
      siege: placeSchema.nullish(),
      matching_etablissements: z.array(placeSchema).nullish(),
    }),
  ),
})

/** Less time than this is not worth asking a second time (milliseconds). */
const TIME_FOR_INSEE = 300
/** For how long the search rests after too many calls, where it does not say: who goes on is shut out. */
const PAUSE = 10_000
/** Milliseconds since 1970 until when this isolate leaves the search alone. */
let restsUntil = 0

export const sirene: Register = {
  id: 'sirene',
  name: 'Sirene',
  identifiers: ['FR.SIREN', 'FR.SIRET'],
  base: 'https://recherche-entreprises.api.gouv.fr',
  // 7 a second from an address, and 30 from the whole network that all Workers call from.
  limit: { concurrent: 4, calls: 5, seconds: 1 },
  otherHosts: { [INSEE]: INSEE_RATE },
  fallbackFor: {
    'FR.TVA': {
      identifier: 'FR.SIREN',
      // Monaco's numbers have 000 in place of a SIREN.
      toCompact: (compact) => (/^..(?!000)\d{9}$/.test(compact) ? compact.slice(2) : undefined),
      refutes: false,
    },
  },
  lookUp: async (http, { compact }) => {
    if (!http.settings.INSEE_API_KEY) return search(http, compact, http.timeLeft())
    const first = await catchFailure(() => searchOrRest(http, compact))
    if (first.kind === 'found' || http.timeLeft() < TIME_FOR_INSEE) return first
    // Its silence is asked again, too.
    const second = await catchFailure(() => askInsee(http, compact))
    // What is refused is there, though nothing is told of it.
    return second.kind === 'no-answer' && second.reason !== 'REFUSED' ? first : second
  },
}

/** With INSEE's answer in the place of the search's, nobody else would see that the search has to rest. */
async function searchOrRest(http: RegisterHttp, number: string): Promise<RegisterAnswer> {
  if (Date.now() < restsUntil) return noAnswer('PAUSED')
  const answer = await search(http, number, http.timeLeft() / 2)
  if (answer.kind === 'no-answer' && answer.reason === 'THROTTLED') {
    restsUntil = Date.now() + (answer.pause ?? PAUSE)
  }
  return answer
}

async function search(http: RegisterHttp, number: string, timeout: number): Promise<RegisterAnswer> {
  const response = await http.request(`/search?q=${number}&page=1&per_page=1`, {
    headers: { Accept: 'application/json' },
    timeout,
  })
  const read = response.status === 200 ? parseJson(searchSchema, response) : undefined
  if (!read) return toFailure(response)
  // A copy of a day ago, without those who are not to be disclosed: only INSEE says "no".
  if (read.results.length === 0 && read.total_results === 0) return noAnswer('NOT_COVERED')
  const isUnit = number.length === 9
  const unit = read.results.find(({ siren }) => siren === number.slice(0, 9))
  const place = isUnit
    ? unit?.siege
    : [unit?.siege, ...(unit?.matching_etablissements ?? [])].find((each) => each?.siret === number)
  if (!unit || !(isUnit || place)) return noAnswer('WRONG_NUMBER')
  return toEntry({
    now: isUnit ? unit.etat_administratif : place?.etat_administratif,
    name: unit.nom_raison_sociale || unit.nom_complet,
    address: place?.adresse,
    legalForm: unit.nature_juridique,
    headOffice: unit.siege?.siret,
    disclosure: unit.statut_diffusion,
    closedOn: isUnit ? unit.date_fermeture : place?.date_fermeture,
  })
}
