import { hkcr } from '#worker/registers/hkcr.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'HK.BRN', compact })
const held = number('12345000')

export const hkcrCases: RegisterCases = {
  register: hkcr,
  held,
  cases: [
    {
      ...number('12345000001'),
      response: 'the company of a branch',
      expected: {
        registered: true,
        proves: 'business',
        name: 'BRIGHT TOOLS LIMITED',
        address: 'GARDEN ROW 11, HONG KONG',
        status: 'live',
        receipt: null,
        facts: {
          chineseName: '光明有限公司',
          companyType: 'Private company limited by shares',
          foundedOn: '1997-05-22',
        },
      },
    },
    {
      ...number('12345107'),
      response: 'a company of another place',
      expected: { registered: true, address: null, facts: { foundedIn: 'JAPAN' } },
    },
    { ...number('12345100'), response: 'an empty list', expected: 'NOT_COVERED' },
    { ...number('1234'), response: 'a refused filter', expected: 'REFUSED' },
    { ...held, response: 'another company', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '503', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: 'a company without an English name',
      source: 'https://data.gov.hk/en-data/dataset/hk-cr-crdata-list-addr',
      answers: [
        { body: [{ Brn: '12345000', English_Company_Name: '', Chinese_Company_Name: '光明有限公司' }] },
      ],
      expected: { registered: true, name: '光明有限公司' },
    },
  ],
}
