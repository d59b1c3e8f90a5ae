import { sirene } from '#worker/registers/sirene.ts'
import type { RegisterCases } from './case.ts'

const unit = (compact: string) => ({ identifier: 'FR.SIREN', compact })
const establishment = (compact: string) => ({ identifier: 'FR.SIRET', compact })
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

export const sireneCases: RegisterCases = {
  register: sirene,
  held: unit('732829320'),
  cases: [
    {
      ...unit('732829320'),
      response: 'a company, at its head office',
      expected: {
        registered: true,
        proves: 'business',
        name: 'AMBER FOODS SAS',
        address: 'BRIDGE STREET 33 41718 SOUTHFIELD',
        status: 'active',
        receipt: null,
        facts: { legalFormCode: '5710', headOffice: '73282932000017' },
      },
    },
    {
      ...establishment('73282932000017'),
      response: 'an establishment',
      expected: { registered: true, name: 'AMBER FOODS SAS', address: 'BRIDGE STREET 33 41718 SOUTHFIELD' },
    },
    {
      ...establishment('73282932000025'),
      response: 'a closed establishment of an active company',
      expected: {
        registered: false,
        status: 'closed',
        facts: { legalFormCode: '5710', headOffice: '73282932000017', closedOn: '2023-06-30' },
      },
    },
    {
      ...unit('732800251'),
      response: 'a company that has ceased',
      expected: { registered: false, status: 'ceased', name: 'BRIGHT TEXTILES SAS' },
    },
    {
      ...unit('732800331'),
      response: 'a person with undisclosed name and street',
      expected: {
        registered: true,
        name: null,
        address: '54981 Southfield',
        facts: { legalFormCode: '1000', headOffice: '73280033100017', disclosure: 'partial' },
      },
    },
    { ...unit('732801001'), response: 'no record, and none at INSEE', expected: 'not-found' },
    {
      ...unit('732801001'),
      ...withoutKey,
      response: 'no record, without a second source',
      expected: 'NOT_COVERED',
    },
    {
      ...unit('732801001'),
      ...wrongKey,
      response: 'no record, and INSEE rejects the key',
      expected: 'NOT_COVERED',
    },
    {
      ...unit('732800641'),
      response: 'no record, but INSEE has the company',
      expected: {
        registered: true,
        name: 'SUMMIT TRADING SAS',
        address: null,
        facts: { legalFormCode: '5710' },
      },
    },
    {
      ...establishment('73280064100017'),
      response: 'no record, but INSEE has the establishment',
      expected: {
        registered: true,
        name: 'SUMMIT TRADING SAS',
        address: '74 RUE GARDEN ROW, 14740 EASTBRIDGE',
        status: 'active',
      },
    },
    {
      ...establishment('73280064100025'),
      response: 'no record, but INSEE has a closed one',
      expected: {
        registered: false,
        status: 'closed',
        facts: { legalFormCode: '5710', closedOn: '2015-01-01' },
      },
    },
    { ...unit('732800641'), ...withoutKey, response: 'no record of a new company', expected: 'NOT_COVERED' },
    {
      ...unit('732800611'),
      response: 'an outage, but INSEE answers',
      expected: { registered: true, name: 'STONE TOOLS SAS', status: 'active' },
    },
    { ...unit('732810611'), response: 'an outage, and not found at INSEE', expected: 'not-found' },
    { ...unit('732800611'), ...withoutKey, response: 'an outage', expected: 'UNAVAILABLE' },
    {
      ...unit('732800611'),
      ...wrongKey,
      response: 'an outage, and INSEE rejects the key',
      expected: 'UNAVAILABLE',
    },
    {
      ...unit('732800651'),
      response: 'another company, but INSEE has the right one',
      expected: { registered: true, name: 'CLEAR LOGISTICS SAS' },
    },
    { ...unit('732800651'), ...withoutKey, response: 'another company', expected: 'WRONG_NUMBER' },
    {
      ...unit('732800711'),
      response: '301 for a duplicate',
      expected: { registered: false, status: 'duplicate', name: null },
    },
    {
      ...unit('732800721'),
      response: 'no record, and 403 from INSEE for an undisclosed one',
      expected: 'REFUSED',
    },
    { ...unit('732800741'), response: 'an outage, and another company from INSEE', expected: 'UNAVAILABLE' },
    { ...unit('732800731'), response: 'an outage, and an outage of INSEE', expected: 'UNAVAILABLE' },
    { ...unit('732829'), response: '400', expected: 'UNREADABLE' },
    { ...unit('732829320'), ...withoutKey, response: '429', mode: 'throttled', expected: 'THROTTLED' },
  ],
  recordings: [
    {
      ...unit('732829320'),
      response: 'a unit without a state',
      source: 'https://recherche-entreprises.api.gouv.fr/docs',
      answers: [{ body: searchWith({ etat_administratif: null }) }, { status: 404, body: {} }],
      expected: 'NOT_COVERED',
    },
    {
      identifier: 'FR.TVA',
      compact: '44732829320',
      response: 'a listed VAT number',
      source: 'https://recherche-entreprises.api.gouv.fr/docs',
      answers: [{ body: searchWith({ tva: ['FR44732829320'] }) }],
      expected: { registered: true, proves: 'vat-registration', name: 'AMBER FOODS' },
    },
    ...[{ tva: null }, {}, { tva: ['FR00732829320'] }, { tva: 'FR44732829320' }].map((fields) => ({
      identifier: 'FR.TVA',
      compact: '44732829320',
      response: `a company with ${JSON.stringify(fields)}`,
      source: 'https://recherche-entreprises.api.gouv.fr/docs',
      answers: [{ body: searchWith(fields) }],
      expected: { registered: true, proves: 'business' as const },
    })),
  ],
}
