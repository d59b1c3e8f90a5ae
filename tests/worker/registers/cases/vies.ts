import { answer, published, publishedInTurn, type RegisterCases } from '../case.ts'

/** A number that it does not know. */
const strangers = { country: 'DE', number: '811569813' }

export const cases: RegisterCases = {
  cases: {
    'DK.CVR': [
      answer('13612870', 'a registration, without a consultation number if there is no requester', {
        consultationNumber: null,
      }),
      answer(
        '13612870',
        'a registration, with a consultation number for the requester',
        { consultationNumber: 'WAPIAAAA13612870' },
        { requester: { country: 'DE', number: '811569869' } },
      ),
      answer(
        '13612870',
        'an unknown requester, then a registration without it',
        { consultationNumber: null, facts: { requester: 'refused' } },
        { requester: strangers },
      ),
      answer('13612817', 'an unknown requester and an unknown number', 'not-found', { requester: strangers }),
      answer('202', 'INVALID_REQUESTER_INFO even without a requester', 'REFUSED', { requester: strangers }),
      answer('202', 'INVALID_REQUESTER_INFO', 'REFUSED'),
      answer('501', 'GLOBAL_MAX_CONCURRENT_REQ_TIME', 'THROTTLED'),
      answer('600', 'MS_MAX_CONCURRENT_REQ', 'THROTTLED'),
      answer('601', 'MS_MAX_CONCURRENT_REQ_TIME', 'THROTTLED'),
      answer('700', '"not valid", and MS_MAX_CONCURRENT_REQ beside it', 'THROTTLED'),
      answer('701', '"not valid", and IP_BLOCKED beside it', 'BLOCKED'),
      answer('702', '"not valid", and an error that nobody knows beside it', 'UNAVAILABLE'),
      answer('703', '"not valid", and that it failed beside it', 'UNAVAILABLE'),
      answer('704', '"valid", and INVALID beside it', 'UNAVAILABLE'),
      answer('705', '"not valid" with INVALID', 'not-found'),
    ],
  },
  recordings: {
    'https://github.com/jofme/D365FinanceToolbox/issues/59': [
      published(
        'a company, with line breaks in its address',
        { name: 'ESEMPIO S.P.A.', address: 'VIA ROMA 1, 41122 MODENA MO', consultationNumber: null },
        {
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
        { identifier: 'IT.IVA', compact: '00159560366' },
      ),
      published(
        'a number whose member state discloses nothing',
        { name: null, address: null },
        { countryCode: 'DE', vatNumber: '811569869', valid: true, name: '---', address: '---' },
        { identifier: 'DE.VAT', compact: '811569869' },
      ),
    ],
    'https://ec.europa.eu/assets/taxud/vow-information/swagger_publicVAT.yaml': [
      ...(
        [
          ['MS_UNAVAILABLE', 'UNAVAILABLE', 200],
          ['SERVICE_UNAVAILABLE', 'UNAVAILABLE', 500],
          ['INVALID_INPUT', 'REFUSED', 400],
          ['VAT_BLOCKED', 'REFUSED', 200],
          ['IP_BLOCKED', 'BLOCKED', 200],
          ['GLOBAL_MAX_CONCURRENT_REQ', 'THROTTLED', 200],
          ['TIMEOUT', 'TIMEOUT', 200],
          ['UNHEARD_OF', 'UNAVAILABLE', 200],
        ] as const
      ).map(([error, expected, status]) =>
        publishedInTurn(
          `${error} with ${status}`,
          expected,
          [{ status, body: { actionSucceed: false, errorWrappers: [{ error, message: error }] } }],
          { identifier: 'DE.VAT', compact: '811569869' },
        ),
      ),
    ],
    'https://github.com/annuaire-entreprises-data-gouv-fr/site/issues/475': [
      published(
        'an outage in the shape of the web page',
        'BLOCKED',
        {
          countryCode: 'DE',
          vatNumber: '811569869',
          valid: false,
          userError: 'IP_BLOCKED',
          name: '---',
          address: '---',
        },
        { identifier: 'DE.VAT', compact: '811569869' },
      ),
    ],
  },
}
