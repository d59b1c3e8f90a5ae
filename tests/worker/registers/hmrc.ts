import { hmrc } from '#worker/registers/hmrc.ts'
import type { NoAnswerReason } from '#worker/registers/register.ts'
import type { RegisterCase, RegisterCases } from './case.ts'

const refused = (code: string, compact: string, expected: NoAnswerReason): RegisterCase => ({
  response: code,
  identifier: 'GB.VAT',
  compact,
  expected,
})

const held = { identifier: 'GB.VAT', compact: '553557881' }
/** Is answered only to a token that has not been used before. */
const picky = { identifier: 'GB.VAT', compact: '900000009' }

export const hmrcCases: RegisterCases = {
  register: hmrc,
  held,
  cases: [
    {
      ...held,
      response: 'a registration, without a receipt if there is no requester',
      expected: {
        registered: true,
        proves: 'vat-registration',
        name: 'Stone Foods Ltd',
        address: 'Market Street 46, Kingsford, SW7 0AA, GB',
        status: null,
        receipt: null,
      },
    },
    {
      ...held,
      response: 'a registration, with a receipt for a British requester',
      requester: { country: 'GB', number: '436189915' },
      expected: { registered: true, receipt: 'YQD-557-WWX' },
    },
    {
      ...held,
      response: 'a registration, with a receipt for a Northern Irish requester',
      requester: { country: 'XI', number: '436189915' },
      expected: { registered: true, receipt: 'YQD-557-WWX' },
    },
    {
      ...held,
      response: 'a registration, without a receipt for a foreign requester',
      requester: { country: 'DE', number: '436189915' },
      expected: { registered: true, receipt: null },
    },
    {
      ...held,
      response: 'a registration, without a receipt for a government department',
      requester: { country: 'GB', number: 'GD001' },
      expected: { registered: true, receipt: null },
    },
    {
      ...held,
      response: 'an unknown requester, then a registration without it',
      requester: { country: 'GB', number: '553500001' },
      expected: { registered: true, receipt: null, facts: { requester: 'refused' } },
    },
    {
      response: 'NOT_FOUND before it checks the requester',
      identifier: 'GB.VAT',
      compact: '553500001',
      requester: { country: 'GB', number: '553500001' },
      expected: 'not-found',
    },
    {
      response: '403 with and without a requester',
      identifier: 'GB.VAT',
      compact: '900000008',
      requester: { country: 'GB', number: '436189915' },
      expected: 'REFUSED',
    },
    {
      response: 'a registration of twelve digits',
      identifier: 'GB.VAT',
      compact: '553557881001',
      expected: { registered: true },
    },
    { response: 'NOT_FOUND', identifier: 'GB.VAT', compact: '553500001', expected: 'not-found' },
    refused('nothing of departments of the government', 'GD001', 'REFUSED'),
    refused('MATCHING_RESOURCE_NOT_FOUND, which is no NOT_FOUND', '900000001', 'UNREADABLE'),
    refused('INVALID_REQUEST', '900000002', 'REFUSED'),
    refused('MISSING_CREDENTIALS', '900000003', 'BLOCKED'),
    refused('INVALID_CREDENTIALS, to a new token too', '900000004', 'BLOCKED'),
    refused('SERVER_ERROR', '900000005', 'UNAVAILABLE'),
    refused('INTERNAL_SERVER_ERROR', '900000010', 'UNAVAILABLE'),
    refused('SCHEDULED_MAINTENANCE', '900000006', 'UNAVAILABLE'),
    refused('GATEWAY_TIMEOUT', '900000007', 'UNAVAILABLE'),
    { ...held, response: 'MESSAGE_THROTTLED_OUT', mode: 'throttled', expected: 'THROTTLED' },
    { ...held, response: 'a record of another number', mode: 'swapped', expected: 'WRONG_NUMBER' },
    {
      ...picky,
      response: 'INVALID_CREDENTIALS for the old token, and no new one for a wrong secret',
      settings: { HMRC_CLIENT_SECRET: 'wrong' },
      expected: 'BLOCKED',
    },
    {
      ...picky,
      response: 'INVALID_CREDENTIALS for the old token, and a registration with a new one',
      expected: { registered: true },
    },
  ],
  recordings: [
    {
      ...held,
      response: 'a company, with the sandbox’s address',
      source:
        'https://github.com/strale-io/strale/blob/main/apps/api/docs/hmrc-sandbox-test-report-2026-05-13.md',
      answers: [
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
      expected: { registered: true, address: '131B Example Hamlet, SW97 5CK, GB', receipt: null },
    },
    ...(
      [
        [404, 'NOT_FOUND', 'not-found'],
        [404, 'MATCHING_RESOURCE_NOT_FOUND', 'UNREADABLE'],
        [400, 'INVALID_REQUEST', 'REFUSED'],
        [401, 'MISSING_CREDENTIALS', 'BLOCKED'],
        [429, 'MESSAGE_THROTTLED_OUT', 'THROTTLED'],
        [503, 'SCHEDULED_MAINTENANCE', 'UNAVAILABLE'],
      ] as const
    ).map(([status, code, expected]) => ({
      ...held,
      response: `${status} ${code}`,
      source:
        'https://github.com/strale-io/strale/blob/main/apps/api/docs/hmrc-sandbox-test-report-2026-05-13.md',
      answers: [
        { body: { access_token: 'token', expires_in: 14_400 } },
        { status, body: { code, message: code } },
      ],
      expected,
    })),
  ],
}
