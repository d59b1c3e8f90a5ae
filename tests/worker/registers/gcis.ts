import { gcis } from '#worker/registers/clients/gcis.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'TW.UBN', compact })
const held = number('12345000')

const standing = (compact: string, status: string, registered: boolean): RegisterCase => ({
  ...number(compact),
  says: status,
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
      says: 'a company',
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
      says: 'when a company ended',
      expected: {
        registered: false,
        facts: { foundedOn: '1987-02-21', endedOn: '2023-03-31', registeredBy: '臺北市政府' },
      },
    },
    {
      ...number('12345008'),
      says: 'a company whose business is suspended',
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
    { ...number('12345007'), says: 'no status', expected: 'UNREADABLE' },
    { ...number('12345100'), says: 'that it has no such company', expected: 'NOT_COVERED' },
    { ...number('12345009'), says: 'nothing of a company that it does not have', expected: 'NOT_COVERED' },
    { ...held, says: 'that it is busy, with a page and 200', mode: 'down', expected: 'UNAVAILABLE' },
    { ...held, says: 'something of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, says: 'that there were too many calls', mode: 'throttled', expected: 'THROTTLED' },
  ],
}
