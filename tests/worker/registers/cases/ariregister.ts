import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'EE.REGISTRIKOOD': [
      answer('12417834', 'a company', {
        name: 'Amber Tools OÜ',
        address: 'Eastbridge, Station Road 91, 44292',
        status: 'registered',
        facts: { legalFormCode: '5' },
      }),
      answer('12417855', 'the company after one with the same prefix', {
        name: 'Northern Print OÜ',
        address: 'Weston, Market Street 20, 25053',
      }),
      answer('12418200', 'no suggestions', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_ariregister.py': [
      ...(
        [
          ['R', { status: 'registered' }],
          ['L', { status: 'in liquidation' }],
          ['N', { status: 'bankrupt' }],
          ['K', { registered: false, status: 'deleted' }],
          ['X', 'unknown-status'],
        ] as const
      ).map(([status, expected]) =>
        published(`status ${status}`, expected, {
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
        }),
      ),
    ],
  },
}
