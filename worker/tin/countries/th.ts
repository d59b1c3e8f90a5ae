import { expectDigit, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const weights = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const noNine = invalidPart('Thai tax numbers begin with 0 (entities) or 1 to 8 (persons).')

// Revenue Code, s. 3 undecies: the number of the civil or the company register, or one of the Revenue Department.
function tin(n: string): Fault | undefined {
  if (isZeros(n, 0, 12)) return allZeros
  if (n.startsWith('9')) return noNine
  return expectDigit(n, 12, (11 - (weightedSum(n, weights) % 11)) % 10)
}

export const th: CountryRule = {
  code: 'TH',
  name: 'Thailand',
  adjective: 'Thai',
  // Invoices add the head office or a branch.
  read: (_, typed) =>
    /^(.*\d)\s*\(?(?:สำนักงานใหญ่|Head Office|(?:สาขา(?:ที่)?|Branch(?: No\.?)?)\s*\d{1,5})\)?$/i.exec(
      typed,
    )?.[1],
  labels: [
    'เลขที่ประจำตัวผู้เสียภาษี',
    'เลขประจำตัวผู้เสียภาษี',
    'เลขผู้เสียภาษี',
    'เลขทะเบียนนิติบุคคล',
    'เลขประจำตัวประชาชน',
    'เลขบัตรประชาชน',
  ],
  rules: () => [
    {
      id: 'TH.TIN',
      name: 'Taxpayer Identification Number',
      localName: 'เลขประจำตัวผู้เสียภาษีอากร',
      noun: 'tax number',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      lostZeros: 1,
      forms: [
        { pattern: 'ddddddddddddd', mask: '#-####-#####-##-#' },
        // Electronic invoices add the branch, 00000 for the head office.
        {
          pattern: 'd'.repeat(18),
          mask: '#-####-#####-##-#',
          typed: `${'#'.repeat(13)}-#####`,
          canonical: (text) => text.slice(0, 13),
          unlisted: true,
        },
      ],
      verify: tin,
      facts: (n) => (n.startsWith('0') ? undefined : { kind: 'person' }),
      changes: [
        { date: '2012', text: "Numbers with 13 digits replaced the Revenue Department's numbers with 10." },
      ],
    },
  ],
}
