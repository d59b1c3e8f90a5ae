import { ica } from '#worker/registers/ica.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'IL.HP', compact })
const held = number('520013901')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...number(compact),
  response: status,
  expected: { registered, proves: 'business', status },
})

export const icaCases: RegisterCases = {
  register: ica,
  held,
  cases: [
    {
      ...held,
      response: 'a company',
      expected: {
        registered: true,
        proves: 'business',
        name: 'River Foods בע"מ',
        address: 'Mill Lane 33, Eastbridge, 38038',
        status: 'פעילה',
        receipt: null,
        facts: { englishName: 'RIVER FOODS LTD', companyType: 'ישראלית חברה פרטית', foundedOn: '1998-05-07' },
      },
    },
    standing('520013911', 'מחוקה', false),
    standing('520013922', 'בפירוק מרצון', true),
    standing('520013933', 'חוסלה בפירוק מרצון', false),
    { ...number('520013944'), response: 'an unknown status', expected: 'UNREADABLE' },
    {
      ...number('520013955'),
      response: 'a company without an address',
      expected: { registered: true, name: 'Bright Media בע"מ', address: null },
    },
    { ...number('520013966'), response: '409 for an unknown column', expected: 'UNREADABLE' },
    { ...number('520013900'), response: 'no record', expected: 'NOT_COVERED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '409 for too many requests', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'an outage', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: '409 for too many requests',
      source: 'https://data.gov.il/dataset/ica_companies',
      answers: [{ status: 409, body: { success: false } }],
      expected: 'THROTTLED',
    },
    {
      ...held,
      response: 'a company without an address',
      source: 'https://data.gov.il/dataset/ica_companies',
      answers: [
        {
          body: {
            success: true,
            result: {
              records: [
                { 'מספר חברה': 520_013_901, 'שם חברה': 'דוגמה בע~מ', 'סטטוס חברה': 'פעילה', מיקוד: {} },
              ],
            },
          },
        },
      ],
      expected: { registered: true, name: 'דוגמה בע"מ', address: null },
    },
  ],
}
