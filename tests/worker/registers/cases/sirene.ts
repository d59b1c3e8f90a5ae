import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

const withoutKey = { settings: { INSEE_API_KEY: '' } }
const wrongKey = { settings: { INSEE_API_KEY: 'wrong' } }

const searchWith = (fields: Readonly<Record<string, unknown>>) => ({
  total_results: 1,
  results: [
    {
      siren: '732829320',
      nom_complet: 'AMBER FOODS',
      etat_administratif: 'A',
      siege: { siret: '73282932000017', adresse: 7 },
      ...fields,
    },
  ],
})

export const cases: RegisterCases = {
  // INSEE would answer instead.
  failuresWith: withoutKey.settings,
  cases: {
    'FR.SIREN': [
      answer('732829320', 'a company, at its head office', {
        name: 'AMBER FOODS SAS',
        address: 'BRIDGE STREET 33 41718 SOUTHFIELD',
        status: 'active',
        facts: { legalFormCode: '5710', headOffice: '73282932000017' },
      }),
      answer('732800251', 'a company that has ceased', {
        registered: false,
        status: 'ceased',
        name: 'BRIGHT TEXTILES SAS',
      }),
      answer('732800331', 'a person with undisclosed name and street', {
        name: null,
        address: '54981 Southfield',
        facts: { legalFormCode: '1000', headOffice: '73280033100017', disclosure: 'partial' },
      }),
      answer('732801001', 'no record, and none at INSEE', 'not-found'),
      answer('732801001', 'no record, without a second source', 'NOT_COVERED', withoutKey),
      answer('732801001', 'no record, and INSEE rejects the key', 'NOT_COVERED', wrongKey),
      answer('732800641', 'no record, but INSEE has the company', {
        name: 'SUMMIT TRADING SAS',
        address: null,
        facts: { legalFormCode: '5710' },
      }),
      answer('732800641', 'no record of a new company', 'NOT_COVERED', withoutKey),
      answer('732800611', 'an outage, but INSEE answers', { name: 'STONE TOOLS SAS', status: 'active' }),
      answer('732810611', 'an outage, and not found at INSEE', 'not-found'),
      answer('732800611', 'an outage', 'UNAVAILABLE', withoutKey),
      answer('732800611', 'an outage, and INSEE rejects the key', 'UNAVAILABLE', wrongKey),
      answer('732800651', 'another company, but INSEE has the right one', { name: 'CLEAR LOGISTICS SAS' }),
      answer('732800651', 'another company', 'WRONG_NUMBER', withoutKey),
      answer('732800711', '301 for a duplicate', { registered: false, status: 'duplicate', name: null }),
      answer('732800721', 'no record, and 403 from INSEE for an undisclosed one', 'REFUSED'),
      answer('732800741', 'an outage, and another company from INSEE', 'UNAVAILABLE'),
      answer('732800731', 'an outage, and an outage of INSEE', 'UNAVAILABLE'),
      answer('732829', '400', 'UNREADABLE'),
    ],
    'FR.SIRET': [
      answer('73282932000017', 'an establishment', {
        name: 'AMBER FOODS SAS',
        address: 'BRIDGE STREET 33 41718 SOUTHFIELD',
      }),
      answer('73282932000025', 'a closed establishment of an active company', {
        registered: false,
        status: 'closed',
        facts: { closedOn: '2023-06-30' },
      }),
      answer('73280064100017', 'no record, but INSEE has the establishment', {
        name: 'SUMMIT TRADING SAS',
        address: '74 RUE GARDEN ROW, 14740 EASTBRIDGE',
        status: 'active',
      }),
      answer('73280064100025', 'no record, but INSEE has a closed one', {
        registered: false,
        status: 'closed',
        facts: { closedOn: '2015-01-01' },
      }),
    ],
  },
  recordings: {
    'https://github.com/annuaire-entreprises-data-gouv-fr/search-api': [
      published(
        'a person with a name at birth, a trade name and an acronym',
        { name: 'MARIE DURAND', facts: { tradingNames: 'MARTIN; DURAND PLOMBERIE; DP' } },
        searchWith({
          nom_complet: 'MARIE DURAND (MARTIN) (DURAND PLOMBERIE) (DP)',
          nom_raison_sociale: null,
        }),
      ),
      published(
        'a company with parentheses in its name, and an acronym',
        { name: 'Amber Foods (France)', facts: { tradingNames: 'AFF' } },
        searchWith({ nom_complet: 'AMBER FOODS (FRANCE) (AFF)', nom_raison_sociale: 'Amber Foods (France)' }),
      ),
    ],
    'https://portail-api.insee.fr': [
      publishedInTurn(
        'an establishment with each part of an address',
        { address: 'BATIMENT B, 12 BIS RUE DU PORT, BP 40, 13002 MARSEILLE CEDEX 02' },
        [
          { status: 502, body: '' },
          {
            body: {
              etablissement: {
                siret: '73282932000017',
                uniteLegale: { denominationUniteLegale: 'AMBER FOODS' },
                adresseEtablissement: {
                  complementAdresseEtablissement: 'BATIMENT B',
                  numeroVoieEtablissement: '12',
                  indiceRepetitionEtablissement: 'BIS',
                  typeVoieEtablissement: 'RUE',
                  libelleVoieEtablissement: 'DU PORT',
                  distributionSpecialeEtablissement: 'BP 40',
                  codePostalEtablissement: '13002',
                  libelleCommuneEtablissement: 'MARSEILLE 2',
                  codeCedexEtablissement: '13002',
                  libelleCedexEtablissement: 'MARSEILLE CEDEX 02',
                },
                periodesEtablissement: [{ dateFin: null, etatAdministratifEtablissement: 'A' }],
              },
            },
          },
        ],
        { identifier: 'FR.SIRET', compact: '73282932000017' },
      ),
    ],
    'https://recherche-entreprises.api.gouv.fr/docs': [
      publishedInTurn('a unit without a state', 'NOT_COVERED', [
        { body: searchWith({ etat_administratif: null }) },
        { status: 404, body: {} },
      ]),
      published(
        'a listed VAT number',
        { proves: 'vat_registration', name: 'AMBER FOODS' },
        searchWith({ tva: ['FR44732829320'] }),
        {
          identifier: 'FR.TVA',
          compact: '44732829320',
        },
      ),
      ...[{ tva: null }, {}, { tva: ['FR00732829320'] }, { tva: 'FR44732829320' }].map((fields) =>
        published(`a company with ${JSON.stringify(fields)}`, {}, searchWith(fields), {
          identifier: 'FR.TVA',
          compact: '44732829320',
        }),
      ),
      published(
        'a company that has ceased and may be registered for VAT until it is liquidated',
        'NOT_COVERED',
        searchWith({ etat_administratif: 'C', tva: null }),
        { identifier: 'FR.TVA', compact: '44732829320' },
      ),
    ],
  },
}
