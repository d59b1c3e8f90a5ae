import { vies } from '#worker/registers/vies.ts'
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
  recordings: [
    {
      identifier: 'IT.IVA',
      compact: '00159560366',
      response: 'a company, with line breaks in its address',
      source: 'https://github.com/jofme/D365FinanceToolbox/issues/59',
      answers: [
        {
          body: {
            countryCode: 'IT',
            vatNumber: '00159560366',
            requestDate: '2026-05-31T07:43:04.377Z',
            valid: true,
            requestIdentifier: '',
            name: 'ESEMPIO S.P.A.',
            address: 'VIA ROMA 1 \n41122 MODENA MO\n',
            traderName: '---',
            traderNameMatch: 'NOT_PROCESSED',
          },
        },
      ],
      expected: {
        registered: true,
        name: 'ESEMPIO S.P.A.',
        address: 'VIA ROMA 1, 41122 MODENA MO',
        receipt: null,
      },
    },
    {
      identifier: 'DE.VAT',
      compact: '811569869',
      response: 'a number whose member state discloses nothing',
      source: 'https://github.com/jofme/D365FinanceToolbox/issues/59',
      answers: [
        { body: { countryCode: 'DE', vatNumber: '811569869', valid: true, name: '---', address: '---' } },
      ],
      expected: { registered: true, name: null, address: null },
    },
    {
      identifier: 'FR.TVA',
      compact: '40303265045',
      response: 'an invalid number',
      source:
        'https://github.com/strale-io/strale/blob/main/apps/api/docs/vies-uk-gb-coverage-verification-2026-05-13.md',
      answers: [
        { body: { countryCode: 'FR', vatNumber: '40303265045', valid: false, name: '---', address: '---' } },
      ],
      expected: 'not-found',
    },
    ...(
      [
        ['MS_UNAVAILABLE', 'UNAVAILABLE', 200],
        ['SERVICE_UNAVAILABLE', 'UNAVAILABLE', 500],
        ['INVALID_INPUT', 'REFUSED', 400],
        ['VAT_BLOCKED', 'BLOCKED', 200],
        ['IP_BLOCKED', 'BLOCKED', 200],
        ['GLOBAL_MAX_CONCURRENT_REQ', 'THROTTLED', 200],
        ['TIMEOUT', 'TIMEOUT', 200],
        ['UNHEARD_OF', 'UNAVAILABLE', 200],
      ] as const
    ).map(([error, expected, status]) => ({
      identifier: 'DE.VAT',
      compact: '811569869',
      response: `${error} with ${status}`,
      source: 'https://ec.europa.eu/assets/taxud/vow-information/swagger_publicVAT.yaml',
      answers: [{ status, body: { actionSucceed: false, errorWrappers: [{ error, message: error }] } }],
      expected,
    })),
    {
      identifier: 'DE.VAT',
      compact: '811569869',
      response: 'an outage in the shape of the web page',
      source: 'https://github.com/annuaire-entreprises-data-gouv-fr/site/issues/475',
      answers: [
        {
          body: {
            countryCode: 'DE',
            vatNumber: '811569869',
            valid: false,
            userError: 'IP_BLOCKED',
            name: '---',
            address: '---',
          },
        },
      ],
      expected: 'BLOCKED',
    },
  ],
}
