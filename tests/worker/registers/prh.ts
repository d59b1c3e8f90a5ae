import { prh } from '#worker/registers/prh.ts'
import type { RegisterCases } from './case.ts'

const vat = { identifier: 'FI.ALV' }
const company = { identifier: 'FI.YTUNNUS' }

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

export const prhCases: RegisterCases = {
  register: prh,
  held: { ...company, compact: '20000411' },
  cases: [
    {
      ...company,
      response: 'a company in liquidation with its current name and address',
      compact: '20000411',
      expected: {
        registered: true,
        proves: 'business',
        name: 'Summit Energy Oy',
        address: 'Garden Row 35, 15327 EASTBRIDGE',
        status: 'Liquidation',
        receipt: null,
        facts: {
          legalForm: 'Limited company',
          registeredOn: '2001-05-14',
          vatRegistered: 'true',
          vatEntry: 'VAT-liable for business activity',
          vatSince: '2001-06-01',
        },
      },
    },
    {
      ...company,
      response: 'an ended company',
      compact: '20000251',
      expected: { registered: false, proves: 'business', status: 'ended', name: 'Maple Tools Oy' },
    },
    {
      ...company,
      response: 'a company that ceased in the Trade Register',
      compact: '20000261',
      expected: { registered: false, status: 'ended' },
    },
    {
      ...company,
      response: 'a postal address without a street address',
      compact: '20000521',
      expected: { registered: true, status: 'registered', address: 'PL 226, 25476 KINGSFORD' },
    },
    {
      ...company,
      response: 'no address',
      compact: '20000531',
      expected: { registered: true, address: null },
    },
    {
      ...vat,
      response: 'an entry in the VAT register',
      compact: '20000521',
      expected: { registered: true, proves: 'vat-registration', status: 'registered' },
    },
    {
      ...vat,
      response: 'an entry that has ended',
      compact: '20000331',
      expected: { registered: false, proves: 'vat-registration', status: 'not in the VAT register' },
    },
    {
      ...vat,
      response: 'no VAT entry',
      compact: '20000341',
      expected: 'NOT_COVERED',
    },
    {
      ...vat,
      response: 'an entry with a future end date',
      compact: '20000361',
      expected: { registered: true, proves: 'vat-registration', status: 'registered' },
    },
    {
      ...company,
      response: 'a future end date',
      compact: '20000271',
      expected: { registered: true, status: 'registered' },
    },
    {
      ...company,
      response: 'no record, because only companies are in it',
      compact: '20000351',
      expected: 'NOT_COVERED',
    },
    { ...vat, response: 'no record of the VAT number', compact: '20000351', expected: 'NOT_COVERED' },
    { ...company, response: '429', compact: '20000411', mode: 'throttled', expected: 'THROTTLED' },
    { ...company, response: '503', compact: '20000411', mode: 'down', expected: 'UNAVAILABLE' },
    { ...company, response: '400', compact: '2000', expected: 'UNREADABLE' },
    {
      ...company,
      response: 'another company',
      compact: '20000411',
      mode: 'swapped',
      expected: 'WRONG_NUMBER',
    },
  ],
  recordings: [
    ...[
      ['2', 'STATUS3 2 and removed from the Trade Register'],
      ['3', 'a start-up outside the Trade Register'],
      ['0', 'a company outside the Trade Register'],
    ].map(([tradeRegisterStatus = '', response = '']) => ({
      ...company,
      compact: '20000411',
      response,
      source: 'https://avoindata.prh.fi/opendata-ytj-api/v3/description?code=REK_KDI',
      answers: [{ body: answerWith({ tradeRegisterStatus }) }],
      expected: 'NOT_COVERED' as const,
    })),
    {
      ...company,
      compact: '20000411',
      response: 'STATUS3 5 without an end date',
      source: 'https://avoindata.prh.fi/opendata-ytj-api/v3/description?code=STATUS3',
      answers: [{ body: answerWith({ status: '5' }) }],
      expected: { registered: false, status: 'ended' },
    },
    {
      ...vat,
      compact: '20000411',
      response: 'an "Unregistered" entry',
      source: 'https://avoindata.prh.fi/opendata-ytj-api/v3/schema',
      answers: [
        {
          body: answerWith({
            registeredEntries: [{ type: '0', register: '6', authority: '1', registrationDate: '2001-06-01' }],
          }),
        },
      ],
      expected: 'NOT_COVERED',
    },
    {
      ...company,
      compact: '20000411',
      response: 'names and addresses of another shape',
      source: 'https://avoindata.prh.fi/opendata-ytj-api/v3/schema',
      answers: [{ body: answerWith({ names: {}, addresses: 'none', registrationDate: 2001 }) }],
      expected: { registered: true, name: null, address: null },
    },
  ],
}
