import { answer, published, type RegisterCases } from '../case.ts'

const source = 'https://wl-api.mf.gov.pl'

export const cases: RegisterCases = {
  always: { consultationNumber: 'd2n10-84df1a1' },
  cases: {
    'PL.NIP': [
      answer('5260250900', 'an active VAT payer, with a consultation number', {
        status: 'Czynny',
        facts: { vatRegistered: 'true', vatSince: '2001-06-01', registrationNumber: '0000123456' },
      }),
      answer('5260251021', 'an exempt VAT payer', { proves: 'business', status: 'Zwolniony' }),
      answer('5260250922', 'a former VAT payer', {
        registered: false,
        status: 'Niezarejestrowany',
      }),
      answer('5260250923', 'an unknown status', 'unknown-status'),
      answer('5260250925', 'no subject', 'NOT_COVERED'),
      answer('5260250935', 'a 404 as JSON', 'NOT_COVERED'),
      answer('5260250931', 'WL-115', 'REFUSED'),
      answer('5260250932', 'WL-191', 'THROTTLED'),
      answer('5260250933', 'WL-195', 'UNAVAILABLE'),
      answer('5260250934', 'WL-196', 'UNAVAILABLE'),
    ],
  },
  recordings: {
    [source]: [
      published(
        'a sole trader with an address of residence',
        { address: 'DŁUGA 1, 00-001 WARSZAWA', consultationNumber: 'abc12-3d4e5f6' },
        {
          result: {
            subject: {
              name: 'JAN PRZYKŁAD',
              nip: '5260250900',
              statusVat: 'Czynny',
              regon: '012345678',
              krs: null,
              residenceAddress: 'DŁUGA 1, 00-001 WARSZAWA',
              workingAddress: null,
              registrationLegalDate: '2010-01-01',
              removalDate: null,
            },
            requestId: 'abc12-3d4e5f6',
            requestDateTime: '20-11-2026 10:00:00',
          },
        },
      ),
    ],
  },
}
