import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  // Nothing at all is its way to say that it has no such company.
  without: ['empty'],
  cases: {
    'TW.UBN': [
      answer('12345000', 'a company', {
        name: 'Bright Tools 股份有限公司',
        address: '臺北市信義區Garden Row 11',
        status: '核准設立',
        facts: { foundedOn: '1987-02-21', registeredBy: '臺北市政府' },
      }),
      answer('12345102', 'a dissolved company with its end date', {
        registered: false,
        status: '解散',
        facts: { endedOn: '2023-03-31' },
      }),
      answer('12345008', 'a company with suspended business', {
        facts: { suspendedFrom: '2026-01-01', suspendedUntil: '2026-12-31' },
      }),
      answer('12345007', 'no status', 'unknown-status'),
      answer('12345100', 'no such company', 'NOT_COVERED'),
      answer('12345009', 'no record of an unknown company', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://data.gcis.nat.gov.tw/od/detail?oid=5F64D864-61CB-4D0D-8AD9-492047CC1EA6': [
      ...Object.entries({
        核准設立: true,
        重整: true,
        破產: true,
        解散: false,
        合併解散: false,
        撤銷登記: false,
        廢止已清算完結: false,
        分割解散: false,
        撤銷認許已清算完結: false,
        終止破產: false,
        中止破產: false,
        塗銷破產: false,
        '破產程序終結(終止)': false,
        '破產程序終結（終止）': false,
        '破產程序終結(終止)清算中': undefined,
        '核准設立，但已命令解散': undefined,
        接管: undefined,
        清理: undefined,
        尚未核准: undefined,
      }).map(([Company_Status_Desc, registered]) =>
        published(
          Company_Status_Desc,
          registered === undefined ? 'NOT_COVERED' : { registered, status: Company_Status_Desc },
          [{ Business_Accounting_NO: '12345000', Company_Status_Desc, Company_Name: 7 }],
        ),
      ),
      published('a name that is cut within a character', { name: '龍'.repeat(499) }, [
        {
          Business_Accounting_NO: '12345000',
          Company_Status_Desc: '核准設立',
          Company_Name: `${'龍'.repeat(499)}𠮷`,
        },
      ]),
      published('another status', 'unknown-status', [
        { Business_Accounting_NO: '12345000', Company_Status_Desc: '其他' },
      ]),
    ],
  },
}
