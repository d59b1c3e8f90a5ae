import { rues } from '#worker/registers/rues.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'CO.NIT', compact })
const held = number('8001972684')

export const ruesCases: RegisterCases = {
  register: rues,
  held,
  cases: [
    {
      ...held,
      response: 'a company, without its check digit',
      expected: {
        registered: true,
        proves: 'business',
        address: null,
        status: 'ACTIVA',
        receipt: null,
        facts: {
          legalForm: 'SOCIEDADES POR ACCIONES SIMPLIFICADAS SAS',
          registeredBy: 'BOGOTA',
          lastRenewedIn: '2026',
        },
      },
    },
    {
      ...number('800197261'),
      response: 'only canceled rows',
      expected: { registered: false, status: 'CANCELADA' },
    },
    { ...number('800197262'), response: 'a canceled and an active row', expected: { registered: true } },
    { ...number('800197263'), response: 'another state', expected: 'NOT_COVERED' },
    { ...number('1010101011'), response: 'a canceled business of a person', expected: 'NOT_COVERED' },
    { ...number('800197207'), response: 'no row', expected: 'NOT_COVERED' },
    { ...number('ABCDEF'), response: '400', expected: 'UNREADABLE' },
    { ...held, response: 'another company', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '503', mode: 'down', expected: 'UNAVAILABLE' },
  ],
}
