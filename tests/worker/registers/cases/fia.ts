import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

const unknown = { status: 404, body: { status: 404, error: 'Not Found' } }

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
    'https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/http/ResponseEntity.html':
      [publishedInTurn('404 without a body', 'NOT_COVERED', [unknown, unknown, { status: 404, body: '' }])],
    'https://github.com/kubernetes/ingress-nginx': [
      publishedInTurn("a gateway's 404", 'UNREADABLE', [
        unknown,
        unknown,
        { status: 404, type: 'text/plain', body: 'default backend - 404' },
      ]),
    ],
  },
}
