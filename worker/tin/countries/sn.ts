import { digit, expectDigit, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, countryWithOneType, type Fault } from '../country-rule.ts'

const regimes = ['taxed on real profit, without VAT', 'flat tax (CGU)', 'taxed on real profit, with VAT']
const legalForms =
  'other|sole proprietor|SARL|SA|limited partnership|partnership limited by shares|GIE|civil company|general partnership|cooperative or association'

// Decree 95-364; every second digit counts twice, as published numbers show. The COFI has no check.
function ninea(n: string): Fault | undefined {
  const last = (n.length > 9 ? n.length - 3 : n.length) - 1
  if (isZeros(n, 0, last + 1)) return allZeros
  const sum = weightedSum(n, [1, 2, 1, 2, 1, 2, 1, 2].slice(0, last))
  return expectDigit(n, last, (10 - (sum % 10)) % 10)
}

export const sn = countryWithOneType(
  { code: 'SN', name: 'Senegal', adjective: 'Senegalese' },
  {
    id: 'SN.NINEA',
    name: 'National identification number of enterprises and associations',
    localName: 'Numéro d’Identification Nationale des Entreprises et des Associations',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    // Decree 2012-886: the tax center of the COFI. Published numbers also have a Y.
    sets: { r: '012', t: 'ABCDEFGHJKLMNPQRSTUVWYZ' },
    forms: [
      { pattern: 'dddddddrtd', mask: '####### ###' },
      { pattern: 'dddddddddrtd', mask: '######### ###' },
      { pattern: 'ddddddddd' },
      { pattern: 'ddddddd' },
    ],
    verify: ninea,
    facts: (n) => {
      if (n.length < 10) return undefined
      const [regime, form] = [digit(n, n.length - 3), digit(n, n.length - 1)]
      return { kind: regimes[regime] ?? '', legalForm: legalForms.split('|')[form] ?? '' }
    },
  },
)
