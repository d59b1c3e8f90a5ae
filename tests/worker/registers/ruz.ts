import { expect } from 'vitest'
import { ruz } from '#worker/registers/ruz.ts'
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
      response: 'a company',
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
      response: 'a company with that tax number',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Stone Textiles s. r. o.',
        facts: expect.objectContaining({ companyNumber: '22749619', taxNumber: '2022749619' }),
      },
    },
    {
      ...company('31322810'),
      response: 'a deleted unit, a non-public one and a company',
      expected: { registered: true, name: 'Stone Media s. r. o.' },
    },
    {
      ...company('31322821'),
      response: 'a dissolved company',
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
      response: 'a future dissolution date',
      expected: { registered: true, status: null },
    },
    {
      ...vat('2031322821'),
      response: 'a dissolved company, which does not refute its VAT registration',
      expected: 'NOT_COVERED',
    },
    {
      ...company('31322843'),
      response: 'a dissolved company and its successor',
      expected: { registered: true, status: null, name: 'Stone Systems s. r. o.' },
    },
    {
      ...company('31322965'),
      response: 'a company without name and address',
      expected: { registered: true, name: null, address: null },
    },
    { ...company('31322933'), response: 'only units without a number', expected: 'NOT_COVERED' },
    { ...company('31323300'), response: 'an empty list', expected: 'NOT_COVERED' },
    { ...vat('2031323300'), response: 'an empty list for the tax number', expected: 'NOT_COVERED' },
    {
      ...company('31322854'),
      response: '404 without a body for a unit that the list has',
      expected: 'UNREADABLE',
    },
    { ...company('3132'), response: 'an HTML error page', expected: 'UNREADABLE' },
    { ...held, response: 'a record of another company', mode: 'swapped', expected: 'WRONG_NUMBER' },
    {
      ...vat('2022749619'),
      response: 'a record of another tax number',
      mode: 'swapped',
      expected: 'WRONG_NUMBER',
    },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'an outage', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: 'a deleted shell, then a unit',
      source: 'https://www.registeruz.sk/cruz-public/home/api',
      answers: [
        { body: { id: [123, 124], existujeDalsieId: false } },
        { body: { id: 123, stav: 'ZMAZANÉ' } },
        {
          body: {
            id: 124,
            ico: '31322832',
            dic: '2020372640',
            nazovUJ: 'Príklad a. s.',
            psc: 82_104,
            mesto: 'Bratislava',
          },
        },
      ],
      expected: { registered: true, name: 'Príklad a. s.', address: '82104 Bratislava' },
    },
    {
      ...held,
      response: 'no unit',
      source: 'https://www.registeruz.sk/cruz-public/home/api',
      answers: [{ body: { id: [], existujeDalsieId: false } }],
      expected: 'NOT_COVERED',
    },
  ],
}
