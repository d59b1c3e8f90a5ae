import { answer, published, type RegisterCases } from '../case.ts'

const answerWith = (fields: Readonly<Record<string, unknown>>) => ({
  totalResults: 1,
  companies: [
    {
      businessId: { value: '2000041-1', registrationDate: '2001-05-14', source: '3' },
      names: [
        { name: 'Summit Energy Oy', type: '1', registrationDate: '2010-01-01', version: 1, source: '1' },
      ],
      registeredEntries: [],
      tradeRegisterStatus: '1',
      status: '2',
      ...fields,
    },
  ],
})

export const cases: RegisterCases = {
  cases: {
    'FI.YTUNNUS': [
      answer('20000411', 'a company in liquidation with its current name and address', {
        name: 'Summit Energy Oy',
        address: 'Garden Row 35, 15327 EASTBRIDGE',
        status: 'Liquidation',
        facts: {
          legalForm: 'Limited company',
          registeredOn: '2001-05-14',
          vatRegistered: 'true',
          vatEntry: 'VAT-liable for business activity',
          vatSince: '2001-06-01',
        },
      }),
      answer('20000251', 'an ended company', {
        registered: false,
        status: 'ended',
        name: 'Maple Tools Oy',
      }),
      answer('20000261', 'a company that ceased in the Trade Register', {
        registered: false,
        status: 'ended',
      }),
      answer('20000521', 'a postal address without a street address', {
        status: 'registered',
        address: 'PL 226, 25476 KINGSFORD',
      }),
      answer('20000531', 'no address', { address: null }),
      answer('20000271', 'a future end date', { status: 'registered' }),
      answer('20000351', 'no record, because only companies are in it', 'NOT_COVERED'),
      answer('2000', '400', 'UNREADABLE'),
    ],
    'FI.ALV': [
      answer('20000521', 'an entry in the VAT register', { status: 'registered' }),
      answer('20000331', 'an entry that has ended', {
        registered: false,
        status: 'not in the VAT register',
      }),
      answer('20000341', 'no VAT entry', 'NOT_COVERED'),
      answer('20000361', 'an entry with a future end date', { status: 'registered' }),
      answer('20000351', 'no record of the VAT number', 'NOT_COVERED'),
    ],
  },
  recordings: {
    'https://avoindata.prh.fi/opendata-ytj-api/v3/description?code=REK_KDI': [
      ...[
        ['2', 'STATUS3 2 and removed from the Trade Register'],
        ['3', 'a start-up outside the Trade Register'],
        ['0', 'a company outside the Trade Register'],
      ].map(([tradeRegisterStatus = '', response = '']) =>
        published(response, 'NOT_COVERED', answerWith({ tradeRegisterStatus })),
      ),
      published('an unknown REK_KDI', 'unknown-status', answerWith({ tradeRegisterStatus: '9' })),
    ],
    'https://avoindata.prh.fi/opendata-ytj-api/v3/description?code=STATUS3': [
      published(
        'STATUS3 5 without an end date',
        { registered: false, status: 'ended' },
        answerWith({ status: '5' }),
      ),
      published('an unknown STATUS3', 'unknown-status', answerWith({ status: '3' })),
    ],
    'https://avoindata.prh.fi/opendata-ytj-api/v3/schema': [
      published(
        'an "Unregistered" entry',
        'NOT_COVERED',
        answerWith({
          registeredEntries: [{ type: '0', register: '6', authority: '1', registrationDate: '2001-06-01' }],
        }),
        { identifier: 'FI.ALV', compact: '20000411' },
      ),
      published(
        'names in other languages and auxiliary names, without former ones',
        {
          name: 'Summit Energy Oy',
          facts: { tradingNames: 'Summit Energy Ltd; Huippuenergia; Summit Power' },
        },
        answerWith({
          names: [
            { name: 'Summit Power Ltd', type: '2', endDate: '2009-12-31' },
            { name: 'Summit Energy Ltd', type: '2' },
            { name: 'Huippuenergia', type: '3' },
            { name: 'Summit Energy Oy', type: '1' },
            { name: 'Summit Power', type: '4' },
          ],
        }),
      ),
      published(
        'names and addresses of another shape',
        { name: null, address: null },
        answerWith({ names: {}, addresses: 'none', registrationDate: 2001 }),
      ),
    ],
  },
}
