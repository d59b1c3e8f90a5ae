import { answer, publishedInTurn, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'GB.VAT': [
      answer('553557881', 'a registration, without a consultation number if there is no requester', {
        name: 'Stone Foods Ltd',
        address: 'Market Street 46, Kingsford, SW7 0AA, GB',
        status: null,
        consultationNumber: null,
      }),
      answer(
        '553557881',
        'a registration, with a consultation number for a British requester',
        { consultationNumber: 'YQD-557-WWX' },
        { requester: { country: 'GB', number: '436189915' } },
      ),
      answer(
        '553557881',
        'a registration, with a consultation number for a Northern Irish requester',
        { consultationNumber: 'YQD-557-WWX' },
        { requester: { country: 'XI', number: '436189915' } },
      ),
      answer(
        '553557881',
        'a registration, without a consultation number for a government department',
        { consultationNumber: null },
        { requester: { country: 'GB', number: 'GD001' } },
      ),
      answer(
        '553557881',
        'an unknown requester, then a registration without it',
        { consultationNumber: null, facts: { requester: 'refused' } },
        { requester: { country: 'GB', number: '553500001' } },
      ),
      answer('553500001', 'NOT_FOUND before it checks the requester', 'not-found', {
        requester: { country: 'GB', number: '553500001' },
      }),
      answer('900000008', '403 with and without a requester', 'REFUSED', {
        requester: { country: 'GB', number: '436189915' },
      }),
      answer('553557881001', 'a registration of twelve digits', {}),
      answer('553500001', 'NOT_FOUND', 'not-found'),
      answer('GD001', 'nothing of departments of the government', 'REFUSED'),
      answer('900000004', 'INVALID_CREDENTIALS, to a new token too', 'BLOCKED'),
      answer(
        '900000009',
        'INVALID_CREDENTIALS for the old token, and no new one for a wrong secret',
        'BLOCKED',
        { settings: { HMRC_CLIENT_SECRET: 'wrong' } },
      ),
      answer('900000009', 'INVALID_CREDENTIALS for the old token, and a registration with a new one', {}),
    ],
  },
  recordings: {
    'https://github.com/strale-io/strale/blob/main/apps/api/docs/hmrc-sandbox-test-report-2026-05-13.md': [
      publishedInTurn(
        'a company, with the sandbox’s address',
        { address: '131B Example Hamlet, SW97 5CK, GB', consultationNumber: null },
        [
          { body: { access_token: 'token', scope: 'read:vat', expires_in: 14_400, token_type: 'bearer' } },
          {
            body: {
              target: {
                name: 'Example Donal Inc.',
                vatNumber: '553557881',
                address: { line1: '131B Example Hamlet', postcode: 'SW97 5CK', countryCode: 'GB' },
              },
              processingDate: '2026-05-13T22:50:27+01:00',
            },
          },
        ],
      ),
      ...(
        [
          [404, 'NOT_FOUND', 'not-found'],
          // Of the gateway.
          [404, 'MATCHING_RESOURCE_NOT_FOUND', 'UNREADABLE'],
          [400, 'INVALID_REQUEST', 'REFUSED'],
          [401, 'MISSING_CREDENTIALS', 'BLOCKED'],
          [429, 'MESSAGE_THROTTLED_OUT', 'THROTTLED'],
          [503, 'SCHEDULED_MAINTENANCE', 'UNAVAILABLE'],
        ] as const
      ).map(([status, code, expected]) =>
        publishedInTurn(`${status} ${code}`, expected, [
          { body: { access_token: 'token', expires_in: 14_400 } },
          { status, body: { code, message: code } },
        ]),
      ),
    ],
  },
}
