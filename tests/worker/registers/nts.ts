import { nts } from '#worker/registers/nts.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const business = (compact: string) => ({ identifier: 'KR.BRN', compact })
const stopped = (response: string, compact: string, expected: RegisterCase['expected']) => ({
  ...business(compact),
  response,
  expected,
})

export const ntsCases: RegisterCases = {
  register: nts,
  held: business('1248100998'),
  cases: [
    {
      ...business('1248100998'),
      response: 'an active general taxpayer, without a name',
      expected: {
        registered: true,
        proves: 'vat-registration',
        name: null,
        address: null,
        status: '계속사업자',
        receipt: null,
        facts: { taxType: '부가가치세 일반과세자' },
      },
    },
    {
      ...business('1248100301'),
      response: 'a simplified taxpayer',
      expected: {
        registered: true,
        proves: 'vat-registration',
        facts: { taxType: '부가가치세 간이과세자', taxTypeSince: '2021-07-01' },
      },
    },
    {
      ...business('1248100401'),
      response: 'a taxpayer exempt from VAT',
      expected: { registered: true, proves: 'business', status: '계속사업자' },
    },
    {
      ...business('1248100251'),
      response: 'a closed establishment',
      expected: {
        registered: false,
        status: '폐업자',
        facts: { taxType: '부가가치세 일반과세자', closedOn: '2024-03-31' },
      },
    },
    {
      ...business('1248100261'),
      response: 'a dormant company',
      expected: { registered: true, status: '휴업자' },
    },
    { ...business('1248122001'), response: 'not registered', expected: 'not-found' },
    { ...business('1248100271'), response: 'an unknown status', expected: 'UNREADABLE' },
    { ...business('1248100281'), response: 'an empty response', expected: 'UNREADABLE' },
    stopped('BAD_JSON_REQUEST', '1248110400', 'REFUSED'),
    stopped('REQUEST_DATA_MALFORMED', '1248110411', 'REFUSED'),
    stopped('TOO_LARGE_REQUEST', '1248110413', 'REFUSED'),
    stopped('INTERNAL_ERROR', '1248110500', 'UNAVAILABLE'),
    stopped('HTTP_ERROR', '1248110503', 'UNAVAILABLE'),
    stopped('-1, a fault of the gateway', '1248110001', 'UNAVAILABLE'),
    stopped('-2, that it is asked wrongly', '1248110002', 'REFUSED'),
    stopped('-3, a service that is not known', '1248110003', 'BLOCKED'),
    stopped('-4, a key that is not known', '1248110004', 'BLOCKED'),
    stopped('-9, a service that has ended', '1248110009', 'BLOCKED'),
    stopped('-10, too many calls', '1248110010', 'THROTTLED'),
    stopped('-999, what nobody knows', '1248110999', 'UNREADABLE'),
    {
      ...business('1248100998'),
      response: '-401 for a wrong key',
      settings: { NTS_SERVICE_KEY: 'wrong' },
      expected: 'BLOCKED',
    },
    {
      ...business('1248100998'),
      response: 'the same with a URL-encoded key',
      settings: { NTS_SERVICE_KEY: 'nts%2Dservice%2Dkey' },
      expected: { registered: true, status: '계속사업자' },
    },
    { ...business('1248100998'), response: 'another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
  recordings: [
    ...[
      ['22', 'LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR', 'THROTTLED'] as const,
      ['30', 'SERVICE_KEY_IS_NOT_REGISTERED_ERROR', 'BLOCKED'] as const,
      ['31', 'DEADLINE_HAS_EXPIRED_ERROR', 'BLOCKED'] as const,
      ['04', 'HTTP_ERROR', 'UNAVAILABLE'] as const,
      ['77', 'UNHEARD_OF', 'UNREADABLE'] as const,
    ].map(([code, words, expected]) => ({
      ...business('1248100998'),
      response: `${words} in XML with 200`,
      source: 'https://www.data.go.kr/data/15081808/openapi.do',
      answers: [
        {
          body: `<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>${words}</returnAuthMsg><returnReasonCode>${code}</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>`,
        },
      ],
      expected,
    })),
  ],
}
