import { expectDigit, isZeros } from '../checks/digits.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import {
  allZeros,
  type CountryRule,
  type Fault,
  type Form,
  invalidPart,
  neverIssued,
} from '../country-rule.ts'

const qstWeights = [4, 3, 2, 7, 6, 5, 4, 3, 2]
const noAccount = neverIssued("The account number in the last four digits can't be 0000.")
const noSin = invalidPart('A SIN never begins with 8.')

const mask = '######### ######'
/** The CRA's own layouts also have a space, a hyphen or nothing between the parts of `typed`. */
const account = (pattern: string): Form[] => [
  { pattern, mask },
  { pattern, mask, typed: '##### #### ## ####', unlisted: true },
]

const programs: Readonly<Record<string, string>> = {
  C: 'corporation income tax account',
  M: 'import-export account',
  P: 'payroll account',
  R: 'registered charity account',
  U: 'underused housing tax account',
  Z: 'information return account',
}

const sinKinds: Readonly<Record<string, string>> = {
  0: 'individual or temporary tax number (ITN, TTN)',
  9: 'temporary resident',
}

// CRA: Luhn over the nine digits; two letters and four digits name an account.
function businessNumber(n: string): Fault | undefined {
  if (isZeros(n, 0, 9)) return allZeros
  if (n.length > 9 && isZeros(n, 11, 15)) return noAccount
  return expectDigit(n, 8, luhnDigit(n, 0, 8))
}

// Revenu Québec: modulus 11, where 11 gives 1 and 10 gives 0, as in published numbers.
function qst(n: string): Fault | undefined {
  if (n.startsWith('NR')) return isZeros(n, 2, 10) ? allZeros : undefined
  if (isZeros(n, 0, 9)) return allZeros
  if (isZeros(n, 12, 16)) return noAccount
  return expectDigit(n, 9, (11 - (weightedSum(n, qstWeights) % 11)) % 10)
}

export const ca: CountryRule = {
  code: 'CA',
  name: 'Canada',
  adjective: 'Canadian',
  rules: () => [
    {
      id: 'CA.BN',
      name: 'Business Number',
      localName: 'Numéro d’entreprise',
      names: ['BN/NE'],
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      // CRA, program identifiers: corporation tax, excise duties and taxes, imports, insurance, payroll, charities, the
      // underused housing tax and information returns (RT is the GST); fuel charge, digital services and luxury tax.
      sets: { p: 'CDEGMNPRUZ', t: 'CDL' },
      forms: [{ pattern: 'ddddddddd' }, ...account('dddddddddRpdddd'), ...account('dddddddddtTdddd')],
      verify: businessNumber,
      facts: (n) => {
        const kind = programs[n.charAt(10)]
        return kind === undefined ? undefined : { kind }
      },
    },
    {
      id: 'CA.GST',
      label: 'GST/HST',
      name: 'Goods and Services Tax / Harmonized Sales Tax number',
      localName: 'Numéro de TPS/TVH',
      names: ['HST', 'TPS'],
      noun: 'GST/HST number',
      kinds: ['vat'],
      check: 'checksum',
      forms: account('dddddddddRTdddd'),
      verify: businessNumber,
    },
    {
      id: 'CA.QST',
      name: 'Quebec Sales Tax number',
      localName: 'Numéro de TVQ',
      names: ['TVQ'],
      noun: 'QST number',
      kinds: ['vat'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddTQdddd', mask: '########## ######' }, { pattern: 'NRdddddddd' }],
      verify: qst,
      warn: (n) =>
        n.startsWith('NR')
          ? {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message: 'For suppliers outside Quebec, whose numbers begin with NR, no check is published.',
            }
          : undefined,
    },
    {
      id: 'CA.PST',
      label: 'PST / RST',
      name: 'Provincial sales tax number of British Columbia, Manitoba or Saskatchewan',
      noun: 'PST number',
      kinds: ['vat'],
      forms: [{ pattern: 'PSTdddddddd', mask: '###-####-####' }, { pattern: 'ddddddd' }],
      facts: (n) => ({ province: n.startsWith('P') ? 'British Columbia' : 'Manitoba or Saskatchewan' }),
    },
    {
      id: 'CA.SIN',
      name: 'Social Insurance Number, or individual or temporary tax number',
      localName: 'Numéro d’assurance sociale',
      names: ['NAS', 'ITN', 'TTN'],
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddd', mask: '### ### ###' }],
      // Employment and Social Development Canada, SIN code of practice; Luhn. The CRA issues numbers that begin with 0,
      // the ITN and TTN, to people who can't have a SIN.
      verify: (n) => {
        if (isZeros(n, 0, 8)) return allZeros
        return n.startsWith('8') ? noSin : expectDigit(n, 8, luhnDigit(n, 0, 8))
      },
      facts: (n) => {
        const kind = sinKinds[n.charAt(0)]
        return kind === undefined ? undefined : { kind }
      },
    },
    {
      id: 'CA.TRUST',
      label: 'Trust account number',
      name: 'Trust account number',
      localName: 'Numéro de compte de fiducie',
      noun: 'trust account number',
      holder: 'company',
      // CRA, "What's new for trusts" (2013): T and eight digits; the TIN of trusts in the OECD's TIN sheet.
      forms: [{ pattern: 'Tdddddddd' }],
    },
  ],
}
