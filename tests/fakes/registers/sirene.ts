import { type Call, json, type Reply } from '#tests/fakes/fake.ts'
import { type Company, companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import { type FakeRegister, html } from './register.ts'

const none = { results: [], total_results: 0, page: 1, per_page: 1, total_pages: 0 }
const HEAD_OFFICE = '00017'
/** Closed, though its company is not. */
const CLOSED_BRANCH = '00025'
const tooMany = () => json(429, { erreur: 'Too many requests' }, { 'retry-after': '1' })

const held = (siren: string) => companyOf(siren, 'SAS')
const addressOf = (company: Company) => `${company.street} ${company.postcode} ${company.city}`.toUpperCase()

/**
 * GET /search of recherche-entreprises, and INSEE's GET /siren/{siren} and /siret/{siret}. The seventh and eighth digit
 * decide. Search: 25 ceased, 33 discloses little, 61, 73 and 74 down, 64 unknown, 65 another company. INSEE: 71 duplicate,
 * 73 down, 74 another company. 72: no details in either.
 */
export const sirene: FakeRegister = {
  id: 'sirene',
  throttled: tooMany,
  answer: (call, { swapped }) => {
    if (call.path === '/search') return search(call.query.get('q') ?? '', swapped)
    const [, room, number = ''] = /^\/(siren|siret)\/(\d+)$/.exec(call.path) ?? []
    if (!room || number.length !== (room === 'siren' ? 9 : 14)) return json(404, { message: 'Not Found' })
    if (!isKeyRight(call)) return json(401, { message: 'Unauthorized', http_status_code: 401 })
    return insee(room, number, swapped)
  },
}

const isKeyRight = (call: Call) => call.headers['x-insee-api-key-integration'] === REGISTER_KEYS.INSEE_API_KEY

const kindOf = (number: string) => number.slice(6, 8)
const isClosed = (number: string) => number.slice(9) === CLOSED_BRANCH

function search(number: string, swapped: boolean): Reply {
  if (!/^(\d{9}|\d{14})$/.test(number))
    return json(400, { erreur: 'Veuillez indiquer un terme de recherche' })
  const kind = kindOf(number)
  if (/^(61|71|73|74)$/.test(kind)) return html(502, 'Bad Gateway')
  const company = held(number.slice(0, 9))
  if (!company || kind === '64' || kind === '72') return json(200, none)
  const isHidden = kind === '33'
  const siren = swapped || kind === '65' ? '303265045' : number.slice(0, 9)
  const etat = kind === '25' ? 'C' : 'A'
  const place = (nic: string) => ({
    siret: `${siren}${nic}`,
    adresse: isHidden ? `[NON-DIFFUSIBLE] ${company.postcode} ${company.city}` : addressOf(company),
    etat_administratif: etat === 'C' || nic === CLOSED_BRANCH ? 'F' : 'A',
    date_fermeture: etat === 'C' || nic === CLOSED_BRANCH ? '2023-06-30' : null,
  })
  const matching = [HEAD_OFFICE, CLOSED_BRANCH].filter((nic) => number.length === 9 || number.endsWith(nic))
  return json(200, {
    results: [
      {
        siren,
        nom_complet: isHidden ? '[NON-DIFFUSIBLE]' : `${company.name.toUpperCase()} (ENSEIGNE)`,
        nom_raison_sociale: isHidden ? null : company.name.toUpperCase(),
        siege: place(HEAD_OFFICE),
        etat_administratif: etat,
        date_fermeture: etat === 'C' ? '2023-06-30' : null,
        nature_juridique: isHidden ? '1000' : '5710',
        statut_diffusion: isHidden ? 'P' : 'O',
        matching_etablissements: matching.map(place),
      },
    ],
    total_results: 1,
  })
}

const header = (statut: number, message: string) => json(statut, { header: { statut, message } })

function insee(room: string, number: string, swapped: boolean): Reply {
  const kind = kindOf(number)
  if (kind === '71') return header(301, `Unité légale fermée pour cause de doublon (${number})`)
  if (kind === '72') return header(403, `Unité légale non diffusable (${number})`)
  if (kind === '73') return html(503, 'Service Unavailable')
  const company = held(number.slice(0, 9))
  if (!company) return header(404, `Aucun élément trouvé pour le ${room} ${number}`)
  const asked = swapped || kind === '74' ? `303265045${number.slice(9)}` : number
  const siren = asked.slice(0, 9)
  const name = {
    denominationUniteLegale: company.name.toUpperCase(),
    nomUniteLegale: null,
    nomUsageUniteLegale: null,
    categorieJuridiqueUniteLegale: '5710',
    etatAdministratifUniteLegale: kind === '25' ? 'C' : 'A',
  }
  const ok = { statut: 200, message: 'OK' }
  if (room === 'siren') {
    return json(200, {
      header: ok,
      uniteLegale: {
        siren,
        statutDiffusionUniteLegale: 'O',
        prenomUsuelUniteLegale: null,
        periodesUniteLegale: [
          { ...name, dateDebut: '2015-01-01', dateFin: null },
          { ...name, denominationUniteLegale: 'NOM ANCIEN', dateDebut: '2001-01-01', dateFin: '2014-12-31' },
        ],
      },
    })
  }
  const [, street = '', house = ''] = /^(.*) (\d+)$/.exec(company.street) ?? []
  return json(200, {
    header: ok,
    etablissement: {
      siren,
      siret: asked,
      statutDiffusionEtablissement: 'O',
      uniteLegale: { ...name, prenomUsuelUniteLegale: null, statutDiffusionUniteLegale: 'O' },
      adresseEtablissement: {
        numeroVoieEtablissement: house,
        indiceRepetitionEtablissement: null,
        typeVoieEtablissement: 'RUE',
        libelleVoieEtablissement: street.toUpperCase(),
        codePostalEtablissement: company.postcode,
        libelleCommuneEtablissement: company.city.toUpperCase(),
      },
      periodesEtablissement: [
        {
          dateFin: null,
          dateDebut: '2015-01-01',
          etatAdministratifEtablissement: isClosed(asked) ? 'F' : 'A',
        },
        { dateFin: '2014-12-31', dateDebut: '2001-01-01', etatAdministratifEtablissement: 'A' },
      ],
    },
  })
}
