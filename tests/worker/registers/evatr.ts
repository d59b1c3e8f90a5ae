import { evatr } from '#worker/registers/evatr.ts'
import type { RegisterCases } from './case.ts'

const requester = { country: 'DE', number: '136695976' }
const number = (compact: string) => ({ identifier: 'ES.NIF', compact, requester })
const held = number('A28000000')
const receipt = '5f1c9ad0-8a1d-4a9a-9d0e-0f6f2b0c7f11'

export const evatrCases: RegisterCases = {
  register: evatr,
  held,
  cases: [
    {
      ...held,
      response: 'evatr-0000, with a receipt',
      expected: { registered: true, proves: 'vat-registration', name: null, status: 'valid', receipt },
    },
    { ...number('A28000021'), response: 'evatr-0003', expected: { registered: true } },
    { ...number('A28000022'), response: 'evatr-2008', expected: { registered: true } },
    {
      ...number('A28000023'),
      response: 'evatr-2002, valid from a later day',
      expected: { registered: false },
    },
    {
      ...number('A28000024'),
      response: 'evatr-2006, valid until an earlier day',
      expected: { registered: false, facts: { vatSince: '2001-01-01', vatUntil: '2020-12-31' } },
    },
    { ...number('A28000019'), response: 'evatr-2001', expected: 'not-found' },
    { ...number('A28000031'), response: 'evatr-0011', expected: 'UNAVAILABLE' },
    { ...number('A28000032'), response: 'evatr-1001', expected: 'UNAVAILABLE' },
    { ...number('A28000033'), response: 'evatr-2004', expected: 'UNAVAILABLE' },
    { ...number('A28000034'), response: 'evatr-0004, about the requester', expected: 'REFUSED' },
    { ...number('A28000035'), response: 'evatr-0006, not entitled', expected: 'REFUSED' },
    {
      identifier: 'ES.NIF',
      compact: 'A28000000',
      response: 'nothing without a requester',
      expected: 'REFUSED',
    },
    { ...held, response: 'another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '503', mode: 'down', expected: 'UNAVAILABLE' },
  ],
}
