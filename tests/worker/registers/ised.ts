import { ised } from '#worker/registers/clients/ised.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'CA.BN', compact })
const held = number('106679285')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...number(compact),
  says: status,
  expected: { registered, proves: 'business', status },
})

export const isedCases: RegisterCases = {
  register: ised,
  held,
  cases: [
    {
      ...held,
      says: 'a corporation',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Northern Paper Inc.',
        address: 'STATION ROAD 14, WESTON ON K1A 0B1, CA',
        status: 'Active',
        receipt: null,
        facts: {
          corporationNumber: '1066792',
          act: 'Canada Business Corporations Act',
          foundedOn: '2004-02-06',
        },
      },
    },
    {
      ...number('106679285RP0001'),
      says: 'the corporation that an account belongs to',
      expected: { registered: true, name: 'Northern Paper Inc.' },
    },
    standing('123026622', 'Active - Dissolution Pending (Non-compliance)', true),
    standing('123026633', 'Inactive - Amalgamated', false),
    {
      ...number('123026611'),
      says: 'a corporation that is dissolved',
      expected: {
        registered: false,
        status: 'Dissolved',
        facts: {
          corporationNumber: '1230266',
          act: 'Canada Business Corporations Act',
          foundedOn: '2004-02-06',
          dissolvedOn: '2019-11-30',
        },
      },
    },
    { ...number('123026644'), says: 'a status nobody foresaw', expected: 'UNREADABLE' },
    {
      ...number('123026655'),
      says: 'old names and addresses too',
      expected: { name: 'Clear Energy Inc.', address: 'MARKET STREET 23, SOUTHFIELD ON K1A 0B1, CA' },
    },
    {
      ...number('123026666'),
      says: 'the number with an account after it',
      expected: { registered: true, name: 'Copper Print Inc.' },
    },
    {
      ...number('123026777'),
      says: 'a corporation without a name and an address',
      expected: { registered: true, name: null, address: null },
    },
    { ...number('123026700'), says: 'could not find corporation', expected: 'NOT_COVERED' },
    { ...number('123026688'), says: 'other words than those', expected: 'UNREADABLE' },
    { ...held, says: 'something of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, says: 'that there were too many calls', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, says: 'that it is down', mode: 'down', expected: 'UNAVAILABLE' },
  ],
}
