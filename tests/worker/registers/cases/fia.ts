import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'TW.UBN': [
      answer('12345000', 'a sole trader', {
        name: 'Bright Tools 商行',
        address: '臺北市信義區Garden Row 11',
        status: null,
        facts: { companyType: '獨資', foundedOn: '2006-03-21', usesUniformInvoices: 'Y' },
      }),
      answer('12345011', 'a school', { address: null, facts: {} }),
      answer('12345012', 'an association', { address: null }),
      answer('12345100', 'no entry in any list', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://eip.fia.gov.tw/OAI/api/businessRegistration': [
      published(
        'a business without the parts that may be missing',
        { name: '光明商行', address: null },
        { ban: '12345000', businessNm: '光明商行', businessType: null, capital: 0 },
      ),
    ],
  },
}
