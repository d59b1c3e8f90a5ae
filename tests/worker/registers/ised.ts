import { ised } from '#worker/registers/ised.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'CA.BN', compact })
const held = number('106679285')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...number(compact),
  response: status,
  expected: { registered, proves: 'business', status },
})

export const isedCases: RegisterCases = {
  register: ised,
  held,
  cases: [
    {
      ...held,
      response: 'a corporation',
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
      response: 'the corporation that an account belongs to',
      expected: { registered: true, name: 'Northern Paper Inc.' },
    },
    standing('123026622', 'Active - Dissolution Pending (Non-compliance)', true),
    standing('123026633', 'Inactive - Amalgamated', false),
    {
      ...number('123026611'),
      response: 'a dissolved corporation',
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
    { ...number('123026644'), response: 'an unknown status', expected: 'UNREADABLE' },
    {
      ...number('123026655'),
      response: 'former names and addresses too',
      expected: { name: 'Clear Energy Inc.', address: 'MARKET STREET 23, SOUTHFIELD ON K1A 0B1, CA' },
    },
    {
      ...number('123026666'),
      response: 'the number followed by a program account',
      expected: { registered: true, name: 'Copper Print Inc.' },
    },
    {
      ...number('123026777'),
      response: 'a corporation without name and address',
      expected: { registered: true, name: null, address: null },
    },
    { ...number('123026700'), response: 'could not find corporation', expected: 'NOT_COVERED' },
    { ...number('123026688'), response: 'an unknown message', expected: 'UNREADABLE' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'an outage', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: 'a corporation',
      source:
        'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_corporations_canada.py',
      answers: [
        {
          body: [
            {
              corporationId: '1234567',
              status: 'Active',
              corporationNames: [
                { CorporationName: { name: 'EXAMPLE INC.', nameType: 'Primary', current: true } },
              ],
              adresses: [
                {
                  address: {
                    addressLine: ['1 Main Street'],
                    city: 'Ottawa',
                    provinceCode: 'ON',
                    postalCode: 'K1A 0B1',
                  },
                },
              ],
              businessNumbers: { businessNumber: '106679285' },
              activities: 'none',
            },
            null,
          ],
        },
      ],
      expected: { registered: true, name: 'EXAMPLE INC.', address: '1 Main Street, Ottawa ON K1A 0B1' },
    },
    {
      ...held,
      response: 'an unknown corporation',
      source:
        'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_corporations_canada.py',
      answers: [{ body: ['could not find corporation 999999', 'La société 999999 est inconnue.'] }],
      expected: 'NOT_COVERED',
    },
  ],
}
