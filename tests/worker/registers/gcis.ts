import { gcis } from '#worker/registers/gcis.ts'
import type { Recording, RegisterCase, RegisterCases } from './case.ts'

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
    { ...number('12345001'), response: 'a company ordered to dissolve', expected: 'NOT_COVERED' },
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
  recordings: [
    ...Object.entries({
      核准設立: true,
      重整: true,
      分割解散: false,
      撤銷認許已清算完結: false,
      終止破產: false,
      中止破產: false,
      塗銷破產: false,
      '破產程序終結(終止)': false,
      '破產程序終結（終止）': false,
      '破產程序終結(終止)清算中': undefined,
      接管: undefined,
      清理: undefined,
      尚未核准: undefined,
    }).map(
      ([Company_Status_Desc, registered]): Recording => ({
        ...held,
        response: Company_Status_Desc,
        source: 'https://data.gcis.nat.gov.tw/od/detail?oid=5F64D864-61CB-4D0D-8AD9-492047CC1EA6',
        answers: [{ body: [{ Business_Accounting_NO: '12345000', Company_Status_Desc, Company_Name: 7 }] }],
        expected: registered === undefined ? 'NOT_COVERED' : { registered, status: Company_Status_Desc },
      }),
    ),
  ],
}
