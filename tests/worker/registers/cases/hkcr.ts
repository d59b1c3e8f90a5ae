import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  held: { identifier: 'HK.BRN', compact: '12345000' },
  cases: {
    'HK.BRN': [
      answer('12345000001', 'the company of a branch', {
        name: 'BRIGHT TOOLS LIMITED',
        address: 'GARDEN ROW 11, HONG KONG',
        status: 'live',
        facts: {
          chineseName: '光明有限公司',
          companyType: 'Private company limited by shares',
          foundedOn: '1997-05-22',
        },
      }),
      answer('12345107', 'a company of another place', { address: null, facts: { foundedIn: 'JAPAN' } }),
      answer('12345100', 'an empty list', 'NOT_COVERED'),
      answer('1234', 'a refused filter', 'REFUSED'),
    ],
  },
  recordings: {
    'https://data.gov.hk/en-data/dataset/hk-cr-crdata-list-addr': [
      published('a company without an English name', { name: '光明有限公司' }, [
        { Brn: '12345000', English_Company_Name: '', Chinese_Company_Name: '光明有限公司' },
      ]),
    ],
  },
}
