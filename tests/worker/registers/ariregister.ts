import { ariregister } from '#worker/registers/ariregister.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const code = (compact: string) => ({ identifier: 'EE.REGISTRIKOOD', compact })
const held = code('12417834')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...code(compact),
  response: status,
  expected: { registered, proves: 'business', status },
})

export const ariregisterCases: RegisterCases = {
  register: ariregister,
  held,
  cases: [
    {
      ...held,
      response: 'a company',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Amber Tools OÜ',
        address: 'Eastbridge, Station Road 91, 44292',
        status: 'registered',
        receipt: null,
        facts: { legalFormCode: '5' },
      },
    },
    standing('12417911', 'deleted', false),
    standing('12417822', 'in liquidation', true),
    standing('12417833', 'bankrupt', true),
    { ...code('12417844'), response: 'an unknown status', expected: 'UNREADABLE' },
    {
      ...code('12417855'),
      response: 'the company after one with the same prefix',
      expected: { name: 'Northern Print OÜ', address: 'Weston, Market Street 20, 25053' },
    },
    { ...code('12418200'), response: 'no suggestions', expected: 'NOT_COVERED' },
    { ...held, response: 'a record of another code', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'an outage', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    ...(
      [
        ['R', { registered: true, status: 'registered' }],
        ['L', { registered: true, status: 'in liquidation' }],
        ['N', { registered: true, status: 'bankrupt' }],
        ['K', { registered: false, status: 'deleted' }],
        ['X', 'UNREADABLE'],
      ] as const
    ).map(([status, expected]) => ({
      ...held,
      response: `status ${status}`,
      source: 'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_ariregister.py',
      answers: [
        {
          body: {
            status: 'OK',
            data: [
              {
                reg_code: 12_417_834,
                name: 'Näide OÜ',
                status,
                legal_address: 'Pikk 1',
                zip_code: '93466',
                legal_form: '5',
              },
            ],
          },
        },
      ],
      expected,
    })),
  ],
}
