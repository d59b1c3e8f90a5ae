import { whitelist } from '#worker/registers/whitelist.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'PL.NIP', compact })
const held = number('5260250900')
const source = 'https://wl-api.mf.gov.pl'

export const whitelistCases: RegisterCases = {
  register: whitelist,
  held,
  cases: [
    {
      ...held,
      response: 'an active VAT payer, with a receipt',
      expected: {
        registered: true,
        proves: 'vat-registration',
        status: 'Czynny',
        receipt: 'd2n10-84df1a1',
        facts: { vatRegistered: 'true', vatSince: '2001-06-01', registrationNumber: '0000123456' },
      },
    },
    {
      ...number('5260251021'),
      response: 'an exempt VAT payer',
      expected: { registered: true, proves: 'business', status: 'Zwolniony' },
    },
    {
      ...number('5260250922'),
      response: 'a former VAT payer',
      expected: { registered: false, proves: 'vat-registration', status: 'Niezarejestrowany' },
    },
    { ...number('5260250923'), response: 'an unknown status', expected: 'UNREADABLE' },
    { ...number('5260250925'), response: 'no subject', expected: 'NOT_COVERED' },
    { ...number('5260250931'), response: 'WL-115', expected: 'REFUSED' },
    { ...number('5260250932'), response: 'WL-191', expected: 'THROTTLED' },
    { ...number('5260250933'), response: 'WL-195', expected: 'UNAVAILABLE' },
    { ...number('5260250934'), response: 'WL-196', expected: 'UNAVAILABLE' },
    { ...held, response: 'another company', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '503', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: 'a sole trader with an address of residence',
      source,
      answers: [
        {
          body: {
            result: {
              subject: {
                name: 'JAN PRZYKŁAD',
                nip: '5260250900',
                statusVat: 'Czynny',
                regon: '012345678',
                krs: null,
                residenceAddress: 'DŁUGA 1, 00-001 WARSZAWA',
                workingAddress: null,
                registrationLegalDate: '2010-01-01',
                removalDate: null,
              },
              requestId: 'abc12-3d4e5f6',
              requestDateTime: '20-11-2026 10:00:00',
            },
          },
        },
      ],
      expected: { registered: true, address: 'DŁUGA 1, 00-001 WARSZAWA', receipt: 'abc12-3d4e5f6' },
    },
  ],
}
