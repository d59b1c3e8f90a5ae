import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, neverIssued } from '../country-rule.ts'

const personWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const entityWeights = [29, 27, 23, 19, 17, 29, 27, 23, 19, 17]
const noSerial = neverIssued('Digits 4 to 9 are never all zeros.')

/** The tenth digit and two are added to every digit before weighting; 10 becomes 0. */
function legalEntity(n: string): Fault | undefined {
  if (isZeros(n, 3, 9)) return noSerial
  const added = (digit(n, 9) + 2) * 230
  return expectDigit(n, 10, ((weightedSum(n, entityWeights) + added) % 11) % 10)
}

function nationalCode(n: string): Fault | undefined {
  if (isZeros(n, 3, 9)) return noSerial
  const rest = weightedSum(n, personWeights) % 11
  return expectDigit(n, 9, rest < 2 ? rest : 11 - rest)
}

export const ir: CountryRule = {
  code: 'IR',
  name: 'Iran',
  adjective: 'Iranian',
  rules: () => [
    {
      id: 'IR.ENTITYID',
      label: 'شناسه ملی',
      name: 'National ID of legal entities',
      localName: 'شناسه ملی اشخاص حقوقی',
      noun: 'legal entity ID',
      holder: 'company',
      kinds: ['business', 'tin'],
      check: 'checksum',
      basis: 'secondary',
      forms: [{ pattern: 'ddddddddddd' }],
      verify: legalEntity,
    },
    {
      id: 'IR.NATIONALCODE',
      label: 'کد ملی',
      name: 'National code',
      localName: 'کد ملی',
      noun: 'national code',
      kinds: ['person', 'tin'],
      check: 'checksum',
      lostZeros: 2,
      basis: 'secondary',
      forms: [{ pattern: 'dddddddddd', mask: '###-######-#' }],
      verify: nationalCode,
    },
  ],
}
