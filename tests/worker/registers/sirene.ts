import { sirene } from '#worker/registers/clients/sirene.ts'
import type { RegisterCases } from './case.ts'

const unit = (compact: string) => ({ identifier: 'FR.SIREN', compact })
const establishment = (compact: string) => ({ identifier: 'FR.SIRET', compact })
const withoutKey = { settings: { INSEE_API_KEY: '' } }
const wrongKey = { settings: { INSEE_API_KEY: 'wrong' } }

export const sireneCases: RegisterCases = {
  register: sirene,
  held: unit('732829320'),
  cases: [
    {
      ...unit('732829320'),
      says: 'a company, at its head office',
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
      says: 'an establishment',
      expected: { registered: true, name: 'AMBER FOODS SAS', address: 'BRIDGE STREET 33 41718 SOUTHFIELD' },
    },
    {
      ...establishment('73282932000025'),
      says: 'one that is closed, of a company that is not',
      expected: {
        registered: false,
        status: 'closed',
        facts: { legalFormCode: '5710', headOffice: '73282932000017', closedOn: '2023-06-30' },
      },
    },
    {
      ...unit('732800251'),
      says: 'a company that has ceased',
      expected: { registered: false, status: 'ceased', name: 'BRIGHT TEXTILES SAS' },
    },
    {
      ...unit('732800331'),
      says: 'a person who keeps name and street to himself',
      expected: {
        registered: true,
        name: null,
        address: '54981 Southfield',
        facts: { legalFormCode: '1000', headOffice: '73280033100017', disclosure: 'partial' },
      },
    },
    { ...unit('732801001'), says: 'nothing, and INSEE neither', expected: 'not-found' },
    {
      ...unit('732801001'),
      ...withoutKey,
      says: 'nothing, and nobody else is asked',
      expected: 'NOT_COVERED',
    },
    { ...unit('732801001'), ...wrongKey, says: 'nothing, and INSEE not to us', expected: 'NOT_COVERED' },
    {
      ...unit('732800641'),
      says: 'nothing, but INSEE knows the company',
      expected: {
        registered: true,
        name: 'SUMMIT TRADING SAS',
        address: null,
        facts: { legalFormCode: '5710' },
      },
    },
    {
      ...establishment('73280064100017'),
      says: 'nothing, but INSEE knows the establishment',
      expected: {
        registered: true,
        name: 'SUMMIT TRADING SAS',
        address: '74 RUE GARDEN ROW, 14740 EASTBRIDGE',
        status: 'active',
      },
    },
    {
      ...establishment('73280064100025'),
      says: 'nothing, but INSEE that it is closed',
      expected: {
        registered: false,
        status: 'closed',
        facts: { legalFormCode: '5710', closedOn: '2015-01-01' },
      },
    },
    { ...unit('732800641'), ...withoutKey, says: 'nothing of a new company', expected: 'NOT_COVERED' },
    {
      ...unit('732800611'),
      says: 'no answer, but INSEE has one',
      expected: { registered: true, name: 'STONE TOOLS SAS', status: 'active' },
    },
    { ...unit('732810611'), says: 'no answer, and INSEE that there is none', expected: 'not-found' },
    { ...unit('732800611'), ...withoutKey, says: 'no answer', expected: 'UNAVAILABLE' },
    { ...unit('732800611'), ...wrongKey, says: 'no answer, and INSEE not to us', expected: 'UNAVAILABLE' },
    {
      ...unit('732800651'),
      says: 'another company, but INSEE the right one',
      expected: { registered: true, name: 'CLEAR LOGISTICS SAS' },
    },
    { ...unit('732800651'), ...withoutKey, says: 'another company', expected: 'WRONG_NUMBER' },
    {
      ...unit('732800711'),
      says: '301: a duplicate',
      expected: { registered: false, status: 'duplicate', name: null },
    },
    { ...unit('732800721'), says: 'nothing, and INSEE 403: not to be disclosed', expected: 'REFUSED' },
    { ...unit('732800741'), says: 'no answer, and INSEE another company', expected: 'UNAVAILABLE' },
    { ...unit('732800731'), says: 'no answer, and INSEE neither', expected: 'UNAVAILABLE' },
    { ...unit('732829'), says: '400', expected: 'UNREADABLE' },
    { ...unit('732829320'), ...withoutKey, says: '429', mode: 'throttled', expected: 'THROTTLED' },
  ],
}
