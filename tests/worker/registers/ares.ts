import { expect } from 'vitest'
import { ares } from '#worker/registers/clients/ares.ts'
import type { RegisterCases } from './case.ts'

const ico = (compact: string) => ({ identifier: 'CZ.ICO', compact })
const dic = (compact: string) => ({ identifier: 'CZ.DIC', compact })
const held = ico('25596641')

export const aresCases: RegisterCases = {
  register: ares,
  held,
  cases: [
    {
      ...held,
      says: 'a subject',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Clear Logistics a.s.',
        address: 'Bridge Street 13, 65322 Northport',
        status: 'AKTIVNI',
        receipt: null,
        facts: {
          legalFormCode: '121',
          foundedOn: '2003-08-26',
          vatRegistered: 'true',
          vatNumber: 'CZ25596641',
        },
      },
    },
    {
      ...ico('25590013'),
      says: 'a subject that has ended',
      expected: { registered: false, proves: 'business', status: 'ZANIKLY' },
    },
    {
      ...ico('25590024'),
      says: 'a subject without VAT',
      expected: {
        registered: true,
        proves: 'business',
        facts: expect.objectContaining({ vatRegistered: 'false' }),
      },
    },
    {
      ...ico('25590114'),
      says: 'the day to come on which a subject will end',
      expected: { registered: true, facts: expect.objectContaining({ endedOn: '2999-12-31' }) },
    },
    {
      ...ico('25590079'),
      says: 'a subject that rests',
      expected: { registered: true, status: 'POZASTAVENY' },
    },
    { ...ico('25590080'), says: 'a subject of old', expected: 'NOT_COVERED' },
    { ...ico('25590081'), says: 'a subject whose entry was taken out', expected: 'NOT_COVERED' },
    {
      ...ico('25590168'),
      says: 'a subject without its registrations',
      expected: { registered: true, status: null },
    },
    {
      ...dic('25596641'),
      says: 'that the DIČ is registered for VAT',
      expected: { registered: true, proves: 'vat-registration', status: 'AKTIVNI' },
    },
    {
      ...ico('25590035'),
      says: 'a subject that is registered for VAT by its group',
      expected: {
        registered: true,
        facts: {
          legalFormCode: '121',
          foundedOn: '2003-08-26',
          vatRegistered: 'true',
          vatGroupNumber: 'CZ699000001',
        },
      },
    },
    {
      ...dic('25590024'),
      says: 'that it knows no registration for VAT, and there are persons identified for trade with the EU',
      expected: 'NOT_COVERED',
    },
    { ...dic('25590035'), says: 'that a group is registered for VAT', expected: 'NOT_COVERED' },
    { ...dic('25590037'), says: 'that the registration for VAT has ended', expected: 'NOT_COVERED' },
    {
      ...dic('25590013'),
      says: 'that the subject of the DIČ has ended',
      expected: { registered: false, proves: 'vat-registration', status: 'ZANIKLY' },
    },
    { ...dic('25590046'), says: 'a state of VAT that is neither', expected: 'NOT_COVERED' },
    { ...dic('25590057'), says: 'a person, whose DIČ is another', expected: 'NOT_COVERED' },
    { ...dic('25590168'), says: 'nothing of VAT', expected: 'NOT_COVERED' },
    { ...ico('25590002'), says: 'NENALEZENO', expected: 'not-found' },
    { ...ico('2559000'), says: 'VSTUP_NEVALIDNI_FORMAT_ICO', expected: 'REFUSED' },
    { ...held, says: 'OBECNA_CHYBA', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, says: 'that there were too many calls', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, says: 'something of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    {
      ...ico('25590002'),
      says: 'a 404 that is not its own',
      mode: 'notfound',
      expected: 'UNREADABLE',
    },
  ],
}
