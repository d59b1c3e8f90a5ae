import { digit, expectText, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, type Form, invalidPart } from '../country-rule.ts'

const businessWeights = [10, 4, 9, 3, 8, 2, 7, 1]
const companyWeights = [10, 8, 6, 4, 9, 7, 5, 3, 1]
const otherWeights = [4, 3, 5, 3, 10, 2, 2, 5, 7]
const otherAlphabet = 'ABCDEFGHJKLMNPQRSTUVWX0123456789'
const personWeights = [2, 7, 6, 5, 4, 3, 2]

const noYear = invalidPart("The first four digits of a company's UEN are the year it was issued in.")

const uenForms: readonly Form[] = [
  { pattern: 'dddddddda' },
  { pattern: 'ddddddddda' },
  { pattern: 'tddeedddda' },
  { pattern: 'F000ddddda' },
  { pattern: 'Fddddda', canonical: (text) => `F000${text.slice(1)}` },
]
const uenSets = { t: 'RST', e: 'ABCDEFGHJKLMNPQRSTUVWX' }

const legalForms: Readonly<Record<string, string>> = {
  CS: 'cooperative society',
  FC: 'foreign company',
  GA: 'government agency',
  GB: 'statutory board',
  LL: 'limited liability partnership',
  LP: 'limited partnership',
  SS: 'society',
  TC: 'town council',
  TU: 'trade union',
  VC: 'variable capital company',
}

function expectLetter(n: string, letters: string, rest: number): Fault | undefined {
  return expectText(n, n.length - 1, letters.charAt(rest))
}

function otherRest(n: string): number {
  let sum = 6
  for (let i = 0; i < 9; i++) sum += otherAlphabet.indexOf(n.charAt(i)) * (otherWeights[i] ?? 0)
  return sum % 11
}

// ACRA, uen.gov.sg: businesses, companies and other entities. For foreign companies with F no check is known.
function uen(n: string): Fault | undefined {
  if (n.startsWith('F')) return isZeros(n, 4, 9) ? allZeros : undefined
  if (n.length === 9) {
    if (isZeros(n, 0, 8)) return allZeros
    return expectLetter(n, 'XMKECAWLJDB', weightedSum(n, businessWeights) % 11)
  }
  if (digit(n, 0) > 9) return expectLetter(n, otherAlphabet, otherRest(n))
  if (n < '18' || n >= '21') return noYear
  return expectLetter(n, 'ZKCMDNERGWH', weightedSum(n, companyWeights) % 11)
}

function uenFacts(n: string): Record<string, string> | undefined {
  if (n.startsWith('F')) return { kind: 'foreign company' }
  if (n.length === 9) return { kind: 'business' }
  if (digit(n, 0) < 10) return { kind: 'local company', registrationYear: n.slice(0, 4) }
  const legalForm = legalForms[n.slice(3, 5)]
  const registrationYear = String(18 + 'RST'.indexOf(n.charAt(0))) + n.slice(1, 3)
  return { registrationYear, ...(legalForm !== undefined && { legalForm }) }
}

const notVerifiable = (message: string) => ({ code: 'CHECKSUM_NOT_VERIFIABLE' as const, message })
const foreign = (n: string) =>
  n.startsWith('F')
    ? notVerifiable('For the numbers of foreign companies that begin with F no check is published.')
    : undefined

// ICA publishes no rule. Common implementations: T and G add 4, M adds 3, letters by series.
function nric(n: string): Fault | undefined {
  if (isZeros(n, 1, 8)) return allZeros
  const series = n.charAt(0)
  const offset = series === 'M' ? 3 : 'TG'.includes(series) ? 4 : 0
  const letters = 'ST'.includes(series) ? 'JZIHGFEDCBA' : series === 'M' ? 'XWUTRQPNJLK' : 'XWUTRQPNMLK'
  return expectLetter(n, letters, (weightedSum(n, personWeights, 1) + offset) % 11)
}

export const sg: CountryRule = {
  code: 'SG',
  name: 'Singapore',
  adjective: 'Singaporean',
  rules: () => [
    {
      id: 'SG.UEN',
      name: 'Unique Entity Number',
      names: ['Co. Reg.', 'Company Registration', 'Business Registration'],
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      sets: uenSets,
      forms: uenForms,
      verify: uen,
      warn: foreign,
      facts: uenFacts,
      changes: [{ date: '2009-01-01', text: 'The UEN became the single number for all entities.' }],
    },
    {
      id: 'SG.GST',
      label: 'GST Reg. No.',
      name: 'Goods and Services Tax registration number',
      noun: 'GST registration number',
      kinds: ['vat'],
      check: 'checksum',
      basis: 'secondary',
      sets: uenSets,
      forms: [{ pattern: 'Mdddddddda' }, { pattern: 'Mxdddddddx', mask: '##-#######-#' }, ...uenForms],
      verify: (n) => (n.startsWith('M') ? undefined : uen(n)),
      warn: (n) =>
        n.startsWith('M')
          ? notVerifiable("For GST numbers that begin with M the check isn't published.")
          : foreign(n),
      facts: (n) => (n.startsWith('M') ? undefined : uenFacts(n)),
    },
    {
      id: 'SG.NRIC',
      label: 'NRIC / FIN',
      name: 'Identity card or foreign identification number',
      noun: 'NRIC or FIN',
      kinds: ['person', 'tin'],
      check: 'checksum',
      basis: 'secondary',
      sets: { s: 'STFGM' },
      forms: [{ pattern: 'sddddddda' }],
      verify: nric,
      facts: (n) => ({ kind: 'ST'.includes(n.charAt(0)) ? 'citizen or permanent resident' : 'foreigner' }),
      changes: [{ date: '2022-01-01', text: 'New FINs begin with M.' }],
    },
    {
      id: 'SG.TRN',
      label: 'Tax Ref. No.',
      name: 'Tax reference number of the Inland Revenue Authority (ASGD or ITR)',
      noun: 'tax reference number',
      check: 'structure',
      // OECD, TIN sheet of Singapore: for persons and entities without NRIC, FIN and UEN.
      forms: [{ pattern: 'Addddddda' }, { pattern: '4dddddddda' }],
      verify: (n) => (isZeros(n, 1, n.length - 1) ? allZeros : undefined),
      warn: () =>
        notVerifiable(
          "The last letter of a tax reference number is a check letter whose rule isn't published.",
        ),
    },
  ],
}
