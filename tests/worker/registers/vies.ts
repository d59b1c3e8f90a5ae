import { vies } from '#worker/registers/clients/vies.ts'
import type { RegisterCases } from './case.ts'

const refused = (
  code: string,
  compact: string,
  expected: 'REFUSED' | 'BLOCKED' | 'UNAVAILABLE' | 'THROTTLED' | 'TIMEOUT',
) => ({
  response: code,
  identifier: 'DK.CVR',
  compact,
  expected,
})

/** A number that it does not know. */
const strangers = { country: 'DE', number: '811569813' }

export const viesCases: RegisterCases = {
  register: vies,
  held: { identifier: 'DK.CVR', compact: '13612870' },
  cases: [
    {
      response: 'a registration, without a receipt if there is no requester',
      identifier: 'DK.CVR',
      compact: '13612870',
      expected: { registered: true, proves: 'vat-registration', receipt: null },
    },
    {
      response: 'a registration, with a receipt for the requester',
      identifier: 'DK.CVR',
      compact: '13612870',
      requester: { country: 'DE', number: '811569869' },
      expected: { registered: true, receipt: 'WAPIAAAA13612870' },
    },
    {
      response: 'an unknown requester, then a registration without it',
      identifier: 'DK.CVR',
      compact: '13612870',
      requester: strangers,
      expected: { registered: true, receipt: null, facts: { requester: 'refused' } },
    },
    {
      response: 'an unknown requester and an unknown number',
      identifier: 'DK.CVR',
      compact: '13612817',
      requester: strangers,
      expected: 'not-found',
    },
    {
      response: 'INVALID_REQUESTER_INFO even without a requester',
      identifier: 'DK.CVR',
      compact: '202',
      requester: strangers,
      expected: 'REFUSED',
    },
    refused('INVALID_INPUT', '201', 'REFUSED'),
    refused('INVALID_REQUESTER_INFO', '202', 'REFUSED'),
    refused('SERVICE_UNAVAILABLE', '300', 'UNAVAILABLE'),
    refused('MS_UNAVAILABLE', '301', 'UNAVAILABLE'),
    refused('TIMEOUT', '302', 'TIMEOUT'),
    refused('VAT_BLOCKED', '400', 'BLOCKED'),
    refused('IP_BLOCKED', '401', 'BLOCKED'),
    refused('GLOBAL_MAX_CONCURRENT_REQ', '500', 'THROTTLED'),
    refused('GLOBAL_MAX_CONCURRENT_REQ_TIME', '501', 'THROTTLED'),
    refused('MS_MAX_CONCURRENT_REQ', '600', 'THROTTLED'),
    refused('MS_MAX_CONCURRENT_REQ_TIME', '601', 'THROTTLED'),
    refused('"not valid", and MS_MAX_CONCURRENT_REQ beside it', '700', 'THROTTLED'),
    refused('"not valid", and IP_BLOCKED beside it', '701', 'BLOCKED'),
    refused('"not valid", and an error that nobody knows beside it', '702', 'UNAVAILABLE'),
    refused('"not valid", and that it failed beside it', '703', 'UNAVAILABLE'),
    refused('"valid", and INVALID beside it', '704', 'UNAVAILABLE'),
    {
      response: '"not valid" with INVALID',
      identifier: 'DK.CVR',
      compact: '705',
      expected: 'not-found',
    },
  ],
}
