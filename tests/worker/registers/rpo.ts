import { rpo } from '#worker/registers/rpo.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'SK.ICO', compact })
const held = number('31322832')

export const rpoCases: RegisterCases = {
  register: rpo,
  held,
  cases: [
    {
      ...held,
      response: 'a company with its current name and address',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Maple Paper s. r. o.',
        address: 'Market Street 3021/65, 55790 Southfield, Slovenská republika',
        status: 'registered',
        receipt: null,
        facts: { foundedOn: '2009-04-15' },
      },
    },
    {
      ...number('31322821'),
      response: 'a company that has ended',
      expected: {
        registered: false,
        status: 'terminated',
        facts: { foundedOn: '2009-04-15', endedOn: '2021-06-30' },
      },
    },
    { ...number('31322843'), response: 'an ended and a current entry', expected: { registered: true } },
    { ...number('31322820'), response: 'no entry', expected: 'NOT_COVERED' },
    { ...held, response: 'another company', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '503', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...number('00151742'),
      response: 'a number without its leading zeros, and no names',
      source: 'https://susrrpo.docs.apiary.io',
      answers: [{ body: { results: [{ identifiers: [{ value: '151742' }], fullNames: 'none' }] } }],
      expected: { registered: true, name: null, address: null },
    },
  ],
}
