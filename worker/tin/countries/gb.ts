import { britishVat, britishVatForms, britishVatWarning } from '../checks/british-vat.ts'
import { expectDigit, isZeros } from '../checks/digits.ts'
import { britishEori } from '../checks/eori.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, invalidPart, neverIssued } from '../country-rule.ts'

const utrWeights = [6, 7, 8, 9, 10, 5, 4, 3, 2]
const utrDigits = [2, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1]
const withoutSuffix = (text: string) => text.slice(0, 10)
const withoutOffice = (text: string) => text.slice(-10)
const ninoLetters = invalidPart(
  'The first two letters never include D, F, I, Q, U or V, and the second is never O.',
)
const ninoPair = neverIssued('The letter pairs BG, GB, KN, NK, NT, TN and ZZ are never issued.')

/** Companies House: of companies in Scotland (SC), partnerships (OC, LP, SO, SL, NC) and others. */
const companyLetters = 'AC CE LP NC OC RC SC SE SL SO'

export const gb: CountryRule = {
  code: 'GB',
  name: 'United Kingdom',
  adjective: 'UK',
  rules: () => [
    {
      id: 'GB.VAT',
      name: 'VAT registration number',
      names: ['VRN'],
      noun: 'VAT number',
      changes: [{ date: '2021-01-01', text: 'GB numbers were removed from VIES. Only XI numbers remain.' }],
      kinds: ['vat'],
      check: 'checksum',
      prefixes: ['GB', 'XI'],
      forms: britishVatForms('GB'),
      verify: britishVat,
      warn: britishVatWarning,
    },
    {
      id: 'GB.UTR',
      name: 'Unique Taxpayer Reference',
      check: 'checksum',
      forms: [
        { pattern: 'dddddddddd', mask: '##### #####' },
        { pattern: 'ddddddddddK', mask: '##### #####', canonical: withoutSuffix },
        { pattern: 'Kdddddddddd', mask: '##### #####', canonical: withoutOffice },
        {
          pattern: 'ddddddddddddd',
          mask: '##### #####',
          typed: '###/##### #####',
          canonical: withoutOffice,
          unlisted: true,
        },
      ],
      // HMRC, design pattern "Unique Taxpayer Reference": 10 or 13 digits, whose first three are the tax office.
      // HMRC, Self Assessment technical specification: modulus 11 check of the UTR.
      verify: (n) =>
        isZeros(n, 0, 10) ? allZeros : expectDigit(n, 0, utrDigits[weightedSum(n, utrWeights, 1) % 11] ?? 10),
    },
    {
      id: 'GB.NINO',
      name: 'National Insurance number',
      names: ['NI number'],
      kinds: ['person', 'tin'],
      check: 'structure',
      // HMRC forms leave the suffix out if it isn't known.
      forms: [
        { pattern: 'aaddddddf', mask: '## ## ## ## #' },
        { pattern: 'aadddddd', mask: '## ## ## ##' },
      ],
      sets: { f: 'ABCD' },
      // HMRC, National Insurance Manual NIM39110.
      verify: (n) => {
        if ('DFIQUV'.includes(n.charAt(0)) || 'DFIOQUV'.includes(n.charAt(1))) return ninoLetters
        return 'BG GB KN NK NT TN ZZ'.includes(n.slice(0, 2)) ? ninoPair : undefined
      },
      warn: (n) =>
        n.length === 8 && companyLetters.includes(n.slice(0, 2))
          ? { code: 'AMBIGUOUS_TYPE', message: 'This could also be the number of a UK company (CRN).' }
          : undefined,
    },
    {
      id: 'GB.CRN',
      name: 'Company registration number',
      noun: 'company number',
      holder: 'company',
      kinds: ['business'],
      onRequest: true,
      // Companies House: eight digits, or six after letters such as SC (Scotland), NI and OC (partnerships).
      forms: [
        { pattern: 'dddddddd' },
        { pattern: 'aadddddd' },
        { pattern: 'Rddddddd' },
        { pattern: 'aadddddR' },
        { pattern: 'ydddddd', zeros: 1 },
        { pattern: 'yddddd', zeros: 2 },
      ],
      verify: (n) => (isZeros(n, 2, 8) ? allZeros : undefined),
    },
    britishEori('GB'),
  ],
}
