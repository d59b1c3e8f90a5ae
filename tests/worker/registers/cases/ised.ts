import { answer, published, type RegisterCases } from '../case.ts'

export const cases: RegisterCases = {
  cases: {
    'CA.BN': [
      answer('106679285', 'a corporation', {
        name: 'Northern Paper Inc.',
        address: 'STATION ROAD 14, WESTON ON K1A 0B1, CA',
        status: 'Active',
        facts: {
          corporationNumber: '1066792',
          act: 'Canada Business Corporations Act',
          foundedOn: '2004-02-06',
        },
      }),
      answer('106679285RP0001', 'the corporation that an account belongs to', {
        name: 'Northern Paper Inc.',
      }),
      answer('123026622', 'Active - Dissolution Pending (Non-compliance)', {
        status: 'Active - Dissolution Pending (Non-compliance)',
      }),
      answer('123026633', 'Inactive - Amalgamated', { registered: false, status: 'Inactive - Amalgamated' }),
      answer('123026611', 'a dissolved corporation', {
        registered: false,
        status: 'Dissolved',
        facts: { corporationNumber: '1230266', dissolvedOn: '2019-11-30' },
      }),
      answer('123026644', 'an unknown status', 'unknown-status'),
      answer('123026655', 'former names and addresses too', {
        name: 'Clear Energy Inc.',
        address: 'MARKET STREET 23, SOUTHFIELD ON K1A 0B1, CA',
      }),
      answer('123026666', 'the number followed by a program account', { name: 'Copper Print Inc.' }),
      answer('123026777', 'a corporation without name and address', { name: null, address: null }),
      answer('123026700', 'could not find corporation', 'NOT_COVERED'),
      answer('123026688', 'an unknown message', 'UNREADABLE'),
    ],
  },
  recordings: {
    'https://github.com/StephenAbbott/opencheck/blob/main/backend/tests/test_corporations_canada.py': [
      published('a corporation', { name: 'EXAMPLE INC.', address: '1 Main Street, Ottawa ON K1A 0B1' }, [
        {
          corporationId: '1234567',
          status: 'Active',
          corporationNames: [
            { CorporationName: { name: 'EXAMPLE INC.', nameType: 'Primary', current: true } },
          ],
          adresses: [
            {
              address: {
                addressLine: ['1 Main Street'],
                city: 'Ottawa',
                provinceCode: 'ON',
                postalCode: 'K1A 0B1',
              },
            },
          ],
          businessNumbers: { businessNumber: '106679285' },
          activities: 'none',
        },
        null,
      ]),
      published(
        'a corporation with a name in each language',
        { name: 'EXAMPLE INC.', facts: { tradingNames: 'EXEMPLE INC.' } },
        [
          {
            status: 'Active',
            corporationNames: [
              { CorporationName: { name: 'EXEMPLE INC.', nameType: 'Alternate', current: true } },
              { CorporationName: { name: 'EXAMPLE INC.', nameType: 'Primary', current: true } },
              { CorporationName: { name: 'FORMER INC.', nameType: 'Alternate', current: false } },
            ],
            businessNumbers: { businessNumber: '106679285' },
          },
          null,
        ],
      ),
    ],
  },
}
