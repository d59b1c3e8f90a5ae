import { acra } from '#worker/registers/clients/acra.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'SG.UEN', compact })
const held = number('196800306E')

export const acraCases: RegisterCases = {
  register: acra,
  held,
  cases: [
    {
      ...held,
      says: 'a company',
      expected: {
        registered: true,
        proves: 'business',
        name: 'NORTHERN TRADING PTE. LTD.',
        address: 'BRIDGE STREET, 365670',
        status: 'Registered',
        receipt: null,
        facts: { entityType: 'Local Company', issuedOn: '2008-09-09' },
      },
    },
    {
      ...number('53250701C'),
      says: 'a business that was deregistered',
      expected: { registered: false, proves: 'business', status: 'Deregistered' },
    },
    { ...number('53250702C'), says: 'a status nobody foresaw', expected: 'UNREADABLE' },
    {
      ...number('53250703C'),
      says: 'an entity without a name and an address',
      expected: { registered: true, name: null, address: null },
    },
    { ...number('T01FC6132D'), says: 'nothing of a number of another agency', expected: 'NOT_COVERED' },
    { ...held, says: 'something of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, says: 'that there were too many calls', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, says: 'that it is down', mode: 'down', expected: 'UNAVAILABLE' },
  ],
}
