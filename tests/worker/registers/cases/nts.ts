import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'KR.BRN': [
      answer('1248100998', 'an active general taxpayer, without a name', {
        name: null,
        address: null,
        status: '계속사업자',
        facts: { taxType: '부가가치세 일반과세자' },
      }),
      answer('1248100301', 'a simplified taxpayer', {
        facts: { taxType: '부가가치세 간이과세자', taxTypeSince: '2021-07-01' },
      }),
      answer('1248100401', 'a taxpayer exempt from VAT', { proves: 'business', status: '계속사업자' }),
      answer('1248100251', 'a closed establishment', {
        registered: false,
        status: '폐업자',
        facts: { closedOn: '2024-03-31' },
      }),
      answer('1248100261', 'a dormant company', { status: '휴업자' }),
      answer('1248122001', 'not registered', 'not-found'),
      answer('1248100271', 'an unknown status', 'unknown-status'),
      answer('1248100281', 'an empty status', 'unknown-status'),
      answer('1248110400', 'BAD_JSON_REQUEST', 'REFUSED'),
      answer('1248110411', 'REQUEST_DATA_MALFORMED', 'REFUSED'),
      answer('1248110413', 'TOO_LARGE_REQUEST', 'REFUSED'),
      answer('1248110500', 'INTERNAL_ERROR', 'UNAVAILABLE'),
      answer('1248110503', 'HTTP_ERROR', 'UNAVAILABLE'),
      answer('1248110001', '-1, a fault of the gateway', 'UNAVAILABLE'),
      answer('1248110002', '-2, that it is asked wrongly', 'REFUSED'),
      answer('1248110003', '-3, a service that is not known', 'BLOCKED'),
      answer('1248110004', '-4, a key that is not known', 'BLOCKED'),
      answer('1248110009', '-9, a service that has ended', 'BLOCKED'),
      answer('1248110010', '-10, too many calls', 'THROTTLED'),
      answer('1248110999', '-999, what nobody knows', 'UNREADABLE'),
      answer('1248100998', '-401 for a wrong key', 'BLOCKED', { settings: { NTS_SERVICE_KEY: 'wrong' } }),
      answer(
        '1248100998',
        'the same with a URL-encoded key',
        { status: '계속사업자' },
        { settings: { NTS_SERVICE_KEY: 'nts%2Dservice%2Dkey' } },
      ),
    ],
  },
  recordings: {
    'https://www.data.go.kr/data/15081808/openapi.do': [
      ...[
        ['22', 'LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR', 'THROTTLED'] as const,
        ['30', 'SERVICE_KEY_IS_NOT_REGISTERED_ERROR', 'BLOCKED'] as const,
        ['31', 'DEADLINE_HAS_EXPIRED_ERROR', 'BLOCKED'] as const,
        ['04', 'HTTP_ERROR', 'UNAVAILABLE'] as const,
        ['77', 'UNHEARD_OF', 'UNREADABLE'] as const,
      ].map(([code, words, expected]) =>
        published(
          `${words} in XML with 200`,
          expected,
          `<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>${words}</returnAuthMsg><returnReasonCode>${code}</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>`,
        ),
      ),
    ],
  },
}
