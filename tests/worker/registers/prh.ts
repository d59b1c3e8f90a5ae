import { prh } from '#worker/registers/clients/prh.ts'
import type { RegisterCases } from './case.ts'

const vat = { identifier: 'FI.ALV' }
const company = { identifier: 'FI.YTUNNUS' }

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
      expected: { registered: false, proves: 'vat-registration', name: 'Summit Print Oy' },
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
}
