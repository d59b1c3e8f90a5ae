import { expect } from 'vitest'
import { anaf } from '#worker/registers/clients/anaf.ts'
import type { RegisterCases } from './case.ts'

const cui = (compact: string) => ({ identifier: 'RO.CUI', compact })
const vat = (compact: string) => ({ identifier: 'RO.VAT', compact })
const held = cui('18547290')

export const anafCases: RegisterCases = {
  register: anaf,
  held,
  cases: [
    {
      ...held,
      says: 'a taxpayer',
      expected: {
        registered: true,
        proves: 'business',
        name: 'CLEAR FOODS S.R.L.',
        address: 'MUN. KINGSFORD, STR. STATION ROAD 17',
        status: 'INREGISTRAT din data 12.05.2009',
        receipt: null,
        facts: {
          registrationNumber: 'J40/1854/2009',
          registeredOn: '2009-05-12',
          activityCode: '6201',
          vatRegistered: 'true',
          inactive: 'false',
        },
      },
    },
    {
      ...cui('185472013'),
      says: 'a taxpayer that was struck off',
      expected: {
        registered: false,
        status: 'RADIERE din data 12.05.2009',
        facts: expect.objectContaining({ deletedOn: '2020-01-15', vatRegistered: 'false' }),
      },
    },
    {
      ...cui('185472027'),
      says: 'a taxpayer that does not pay VAT',
      expected: { registered: true, facts: expect.objectContaining({ vatRegistered: 'false' }) },
    },
    {
      ...cui('185472038'),
      says: 'a taxpayer that is inactive',
      expected: { registered: true, facts: expect.objectContaining({ inactive: 'true' }) },
    },
    {
      ...vat('18547290'),
      says: 'a registration for VAT',
      expected: { registered: true, proves: 'vat-registration', name: 'CLEAR FOODS S.R.L.' },
    },
    {
      ...vat('185472013'),
      says: 'that the taxpayer of the code was struck off',
      expected: { registered: false, proves: 'vat-registration' },
    },
    { ...vat('185472027'), says: 'that no VAT is paid at home', expected: 'NOT_COVERED' },
    { ...vat('185472149'), says: 'nothing of VAT', expected: 'NOT_COVERED' },
    {
      ...cui('185472051'),
      says: 'a day on which it was struck off, and that it is registered',
      expected: 'NOT_COVERED',
    },
    { ...cui('18547211'), says: 'notFound, with 404', expected: 'not-found' },
    { ...cui('18541562'), says: 'notFound, with 200', expected: 'not-found' },
    { ...vat('18547211'), says: 'notFound, with 404, of a VAT code', expected: 'not-found' },
    {
      ...cui('18547211'),
      says: 'notFound of another number',
      mode: 'swapped',
      expected: 'WRONG_NUMBER',
    },
    { ...cui('18547211'), says: 'a 404 that is a page', mode: 'notfound', expected: 'UNREADABLE' },
    {
      ...held,
      says: 'that it is being maintained, on a page with 200',
      mode: 'down',
      expected: 'UNREADABLE',
    },
    { ...held, says: 'that there were too many calls', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, says: 'something of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
}
