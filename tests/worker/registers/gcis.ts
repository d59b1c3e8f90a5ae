import { gcis } from '#worker/registers/clients/gcis.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'TW.UBN', compact })
const held = number('12345000')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...number(compact),
  response: status,
  expected: { registered, proves: 'business', status },
})

export const gcisCases: RegisterCases = {
  register: gcis,
  held,
  // Nothing at all is its way to say that it has no such company.
  without: ['empty'],
  cases: [
    {
      ...held,
      response: 'a company',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Bright Tools 股份有限公司',
        address: '臺北市信義區Garden Row 11',
        status: '核准設立',
        receipt: null,
        facts: { foundedOn: '1987-02-21', registeredBy: '臺北市政府' },
      },
    },
    standing('12345001', '核准設立，但已命令解散', true),
    standing('12345102', '解散', false),
    standing('12345003', '廢止已清算完結', false),
    standing('12345004', '撤銷登記', false),
    standing('12345005', '合併解散', false),
    standing('12345006', '破產', true),
    {
      ...number('12345102'),
      response: 'the end date of a company',
      expected: {
        registered: false,
        facts: { foundedOn: '1987-02-21', endedOn: '2023-03-31', registeredBy: '臺北市政府' },
      },
    },
    {
      ...number('12345008'),
      response: 'a company with suspended business',
      expected: {
        registered: true,
        facts: {
          foundedOn: '1987-02-21',
          suspendedFrom: '2026-01-01',
          suspendedUntil: '2026-12-31',
          registeredBy: '臺北市政府',
        },
      },
    },
    { ...number('12345007'), response: 'no status', expected: 'UNREADABLE' },
    { ...number('12345100'), response: 'no such company', expected: 'NOT_COVERED' },
    { ...number('12345009'), response: 'no record of an unknown company', expected: 'NOT_COVERED' },
    { ...held, response: 'an HTML page with status 200', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: 'too many requests', mode: 'throttled', expected: 'THROTTLED' },
  ],
}
