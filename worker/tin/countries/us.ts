import { number } from '../checks/digits.ts'
import { type CountryRule, invalidPart, neverIssued, type Rule } from '../country-rule.ts'

// IRS, "How EINs are assigned and valid EIN prefixes": all but these.
const unusedPrefixes = [0, 7, 8, 9, 17, 18, 19, 28, 29, 49, 69, 70, 78, 79, 89, 96, 97]

const einPrefix = invalidPart("The IRS doesn't assign EINs that begin with these two digits.")
const ssnArea = invalidPart('An SSN never begins with 000, 666 or a 9.')
const ssnGroup = invalidPart('The two digits in the middle of an SSN are never 00.')
const ssnSerial = invalidPart('The last four digits of an SSN are never 0000.')
const ssnSpecimen = neverIssued('This SSN was printed in advertisements and belongs to nobody.')

/** SSA, numbers from wallet inserts, pamphlets and advertisements. */
const advertised =
  '078051120 219099999 457555462 022281852 042103580 062360749 095073645 128036045 135016629 141186941 165167999 165187999 165207999 165227999 165247999 189092294 212097694 212099999 306302348 308125070 468288779 549241889'
const itinStart = invalidPart('An ITIN begins with a 9.')
const itinGroup = invalidPart('Digits 4 and 5 of an ITIN are 50 to 65, 70 to 88, 90 to 92 or 94 to 99.')
const atinShape = invalidPart('An ATIN begins with a 9 and has 93 as its fourth and fifth digit.')
const ptinZero = neverIssued('A PTIN of zeros is never issued.')

export const us: CountryRule = {
  code: 'US',
  name: 'United States',
  adjective: 'US',
  // `(I.R.S. Employer Identification No.)` is on reports to the SEC.
  rules: () => [
    {
      id: 'US.EIN',
      name: 'Employer Identification Number',
      names: ['FEIN', 'Federal ID', 'I.R.S.', 'Fed. ID', 'Employer ID'],
      holder: 'company',
      check: 'structure',
      strictSeparators: true,
      forms: [{ pattern: 'ddddddddd', mask: '##-#######' }],
      verify: (n) => (unusedPrefixes.includes(number(n, 0, 2)) ? einPrefix : undefined),
    },
    {
      id: 'US.SSN',
      name: 'Social Security Number',
      names: ['SS'],
      kinds: ['person', 'tin'],
      check: 'structure',
      strictSeparators: true,
      changes: [
        {
          date: '2011-06-25',
          text: 'Numbers are assigned at random. The first three digits no longer identify the state.',
        },
      ],
      forms: [{ pattern: 'ddddddddd', mask: '###-##-####' }],
      // SSA, POMS RM 10201.035 "Invalid SSNs"; 20 CFR 422.103.
      verify: (n) => {
        const area = number(n, 0, 3)
        if (area === 0 || area === 666 || area > 899) return ssnArea
        if (number(n, 3, 5) === 0) return ssnGroup
        if (number(n, 5, 9) === 0) return ssnSerial
        return advertised.includes(n) ? ssnSpecimen : undefined
      },
    },
    {
      id: 'US.ITIN',
      name: 'Individual Taxpayer Identification Number',
      holder: 'person',
      check: 'structure',
      strictSeparators: true,
      changes: [
        { date: '2011-04-12', text: 'The fourth and fifth digits may also be 90 to 92 and 94 to 99.' },
      ],
      forms: [{ pattern: 'ddddddddd', mask: '###-##-####' }],
      // IRS, IRM 3.21.263: ranges of the fourth and fifth digit.
      verify: (n) => {
        if (n.charCodeAt(0) !== 57) return itinStart
        const group = number(n, 3, 5)
        const known = group >= 50 && !(group > 65 && group < 70) && group !== 89 && group !== 93
        return known ? undefined : itinGroup
      },
    },
    {
      id: 'US.ATIN',
      name: 'Adoption Taxpayer Identification Number',
      holder: 'person',
      check: 'structure',
      strictSeparators: true,
      forms: [{ pattern: 'ddddddddd', mask: '###-##-####' }],
      // IRS, IRM 3.13.40.
      verify: (n) => (n.charCodeAt(0) === 57 && number(n, 3, 5) === 93 ? undefined : atinShape),
    },
    {
      id: 'US.PTIN',
      name: 'Preparer Tax Identification Number',
      holder: 'person',
      forms: [{ pattern: 'Pdddddddd' }],
      verify: (n) => (number(n, 1, 9) === 0 ? ptinZero : undefined),
    },
  ],
}

const neither = invalidPart('These nine digits are neither an EIN nor an SSN or ITIN.')

/** For territories that use the numbers of the United States. */
export function verifyFederalNumber(): NonNullable<Rule['verify']> {
  const federal = us.rules().filter(({ id }) => ['US.EIN', 'US.SSN', 'US.ITIN'].includes(id))
  return (n, today) => (federal.some((rule) => rule.verify?.(n, today) === undefined) ? undefined : neither)
}

export const federalNumber = (country: string): Rule => ({
  id: `${country}.TIN`,
  label: 'EIN / SSN',
  name: 'EIN, SSN or ITIN',
  noun: 'tax ID',
  check: 'structure',
  basis: 'secondary',
  forms: [{ pattern: 'ddddddddd' }],
  verify: verifyFederalNumber(),
})
