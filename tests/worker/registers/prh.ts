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
      says: 'a company in liquidation, by its name and address of today',
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
      says: 'one that has ended',
      compact: '20000251',
      expected: { registered: false, proves: 'business', status: 'ended', name: 'Maple Tools Oy' },
    },
    {
      ...company,
      says: 'one that has ceased in the Trade Register',
      compact: '20000261',
      expected: { registered: false, status: 'ended' },
    },
    {
      ...company,
      says: 'a postal address where there is no other',
      compact: '20000521',
      expected: { registered: true, status: 'registered', address: 'PL 226, 25476 KINGSFORD' },
    },
    { ...company, says: 'no address', compact: '20000531', expected: { registered: true, address: null } },
    {
      ...vat,
      says: 'an entry in the VAT register',
      compact: '20000521',
      expected: { registered: true, proves: 'vat-registration', status: 'registered' },
    },
    {
      ...vat,
      says: 'an entry that has ended',
      compact: '20000331',
      expected: { registered: false, proves: 'vat-registration', status: 'not in the VAT register' },
    },
    {
      ...vat,
      says: 'none',
      compact: '20000341',
      expected: { registered: false, proves: 'vat-registration', name: 'Summit Print Oy' },
    },
    {
      ...vat,
      says: 'an entry until a day to come',
      compact: '20000361',
      expected: { registered: true, proves: 'vat-registration', status: 'registered' },
    },
    {
      ...company,
      says: 'the day to come on which it will end',
      compact: '20000271',
      expected: { registered: true, status: 'registered' },
    },
    { ...company, says: 'nothing: companies alone are in it', compact: '20000351', expected: 'NOT_COVERED' },
    { ...vat, says: 'nothing of the VAT number either', compact: '20000351', expected: 'NOT_COVERED' },
    { ...company, says: '429', compact: '20000411', mode: 'throttled', expected: 'THROTTLED' },
    { ...company, says: '503', compact: '20000411', mode: 'down', expected: 'UNAVAILABLE' },
    { ...company, says: '400', compact: '2000', expected: 'UNREADABLE' },
    { ...company, says: 'another company', compact: '20000411', mode: 'swapped', expected: 'WRONG_NUMBER' },
  ],
}
