import { expect } from 'vitest'
import { ruz } from '#worker/registers/clients/ruz.ts'
import type { RegisterCases } from './case.ts'

const company = (compact: string) => ({ identifier: 'SK.ICO', compact })
const vat = (compact: string) => ({ identifier: 'SK.ICDPH', compact })
const held = company('31322832')

export const ruzCases: RegisterCases = {
  register: ruz,
  held,
  cases: [
    {
      ...held,
      says: 'a company',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Maple Paper s. r. o.',
        address: 'Market Street 65, 55790 Southfield',
        status: null,
        receipt: null,
        facts: {
          companyNumber: '31322832',
          taxNumber: '2031322832',
          legalFormCode: '112',
          foundedOn: '2009-04-15',
          activityCode: '62010',
        },
      },
    },
    {
      ...vat('2022749619'),
      says: 'that there is a company of that tax number',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Stone Textiles s. r. o.',
        facts: expect.objectContaining({ companyNumber: '22749619', taxNumber: '2022749619' }),
      },
    },
    {
      ...company('31322810'),
      says: 'a deleted unit, one that is not public, and a company',
      expected: { registered: true, name: 'Stone Media s. r. o.' },
    },
    {
      ...company('31322821'),
      says: 'a company that is dissolved',
      expected: {
        registered: false,
        proves: 'business',
        name: 'Bright Systems s. r. o.',
        status: 'dissolved',
        facts: expect.objectContaining({ dissolvedOn: '2021-06-30' }),
      },
    },
    {
      ...company('31322876'),
      says: 'the day to come on which a company is dissolved',
      expected: { registered: true, status: null },
    },
    {
      ...vat('2031322821'),
      says: 'a company that is dissolved, which says nothing of VAT',
      expected: 'NOT_COVERED',
    },
    {
      ...company('31322843'),
      says: 'a company that is dissolved, and one that took its place',
      expected: { registered: true, status: null, name: 'Stone Systems s. r. o.' },
    },
    {
      ...company('31322965'),
      says: 'a company without a name and an address',
      expected: { registered: true, name: null, address: null },
    },
    { ...company('31322933'), says: 'nothing but units without a number', expected: 'NOT_COVERED' },
    { ...company('31323300'), says: 'an empty list', expected: 'NOT_COVERED' },
    { ...vat('2031323300'), says: 'an empty list of the tax number', expected: 'NOT_COVERED' },
    { ...company('31322854'), says: 'an empty 404 for a unit of its own list', expected: 'UNREADABLE' },
    { ...company('3132'), says: 'a page that it cannot be asked this', expected: 'UNREADABLE' },
    { ...held, says: 'something of another company', mode: 'swapped', expected: 'WRONG_NUMBER' },
    {
      ...vat('2022749619'),
      says: 'something of another tax number',
      mode: 'swapped',
      expected: 'WRONG_NUMBER',
    },
    { ...held, says: 'that there were too many calls', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, says: 'that it is down', mode: 'down', expected: 'UNAVAILABLE' },
  ],
}
