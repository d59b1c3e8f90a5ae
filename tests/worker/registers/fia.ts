import { fia } from '#worker/registers/fia.ts'
import type { RegisterCases } from './case.ts'

const number = (compact: string) => ({ identifier: 'TW.UBN', compact })
const held = number('12345000')

export const fiaCases: RegisterCases = {
  register: fia,
  held,
  cases: [
    {
      ...held,
      response: 'a sole trader',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Bright Tools 商行',
        address: '臺北市信義區Garden Row 11',
        status: null,
        receipt: null,
        facts: { companyType: '獨資', foundedOn: '2006-03-21', usesUniformInvoices: 'Y' },
      },
    },
    { ...number('12345011'), response: 'a school', expected: { registered: true, address: null, facts: {} } },
    { ...number('12345012'), response: 'an association', expected: { registered: true, address: null } },
    { ...number('12345100'), response: 'no entry in any list', expected: 'NOT_COVERED' },
    { ...held, response: 'another business', mode: 'swapped', expected: 'WRONG_NUMBER' },
    { ...held, response: '429', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: '503', mode: 'down', expected: 'UNAVAILABLE' },
  ],
  recordings: [
    {
      ...held,
      response: 'a business without the parts that may be missing',
      source: 'https://eip.fia.gov.tw/OAI/api/businessRegistration',
      answers: [{ body: { ban: '12345000', businessNm: '光明商行', businessType: null, capital: 0 } }],
      expected: { registered: true, name: '光明商行', address: null },
    },
  ],
}
