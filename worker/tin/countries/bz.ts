import { isZeros, number } from '../checks/digits.ts'
import { allZeros, countryWithOneType, type Fault, invalidPart } from '../country-rule.ts'

const noSuffix = invalidPart('The two digits after the first six are 10, 13 or 66.')

// OECD, AEOI portal, Belize. The Belize Tax Service uses only the first six, and today adds a check digit without a
// published rule.
function tin(n: string): Fault | undefined {
  if (isZeros(n, 0, 6)) return allZeros
  return n.length < 8 || [10, 13, 66].includes(number(n, 6, 8)) ? undefined : noSuffix
}

export const bz = countryWithOneType(
  { code: 'BZ', name: 'Belize', adjective: 'Belizean' },
  {
    id: 'BZ.TIN',
    name: 'Tax Identification Number',
    check: 'structure',
    forms: [{ pattern: 'dddddddd', mask: '######-##' }, { pattern: 'dddddd' }, { pattern: 'ddddddd' }],
    verify: tin,
  },
)
