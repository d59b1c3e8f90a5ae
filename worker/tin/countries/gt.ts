import { expectDigit, expectText, isZeros, number } from '../checks/digits.ts'
import { risingSum, weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, formsOfLengths, invalidPart } from '../country-rule.ts'

const departments = [
  'Guatemala',
  'El Progreso',
  'Sacatepéquez',
  'Chimaltenango',
  'Escuintla',
  'Santa Rosa',
  'Sololá',
  'Totonicapán',
  'Quetzaltenango',
  'Suchitepéquez',
  'Retalhuleu',
  'San Marcos',
  'Huehuetenango',
  'Quiché',
  'Baja Verapaz',
  'Alta Verapaz',
  'Petén',
  'Izabal',
  'Zacapa',
  'Chiquimula',
  'Jalapa',
  'Jutiapa',
]
/** How many municipalities each has. */
const municipalities = [17, 8, 16, 16, 14, 14, 19, 8, 24, 21, 9, 30, 33, 21, 8, 17, 14, 5, 11, 11, 7, 17]
const cuiWeights = [2, 3, 4, 5, 6, 7, 8, 9]

const belongsElsewhere = invalidPart(
  "The last four digits aren't a department (01 to 22) and a municipality of it.",
)

// SAT, "FEL: reglas y validaciones": weights from 2 from the right, modulo 11; K is 10.
function nit(n: string): Fault | undefined {
  if (n === 'CF') return undefined
  const at = n.length - 1
  if (isZeros(n, 0, at)) return allZeros
  return expectText(n, at, '0123456789K'.charAt((11 - (risingSum(n, 0, at) % 11)) % 11))
}

// RENAP; SAT checks them in FEL. Of a remainder of 10 the 0 is taken.
function cui(n: string): Fault | undefined {
  const place = number(n, 11, 13)
  if (place === 0 || place > (municipalities[number(n, 9, 11) - 1] ?? 0)) return belongsElsewhere
  if (isZeros(n, 0, 8)) return allZeros
  return expectDigit(n, 8, (weightedSum(n, cuiWeights) % 11) % 10)
}

export const gt: CountryRule = {
  code: 'GT',
  name: 'Guatemala',
  adjective: 'Guatemalan',
  rules: () => [
    {
      id: 'GT.NIT',
      name: 'Tax identification number',
      localName: 'Número de Identificación Tributaria',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      sets: { c: '0123456789K' },
      forms: [...formsOfLengths('d', 1, 11, 'c', '-'), { pattern: 'CF' }],
      verify: nit,
      warn: (n) =>
        n === 'CF'
          ? { code: 'GENERIC_NUMBER', message: 'CF represents any final consumer, not a single taxpayer.' }
          : undefined,
    },
    {
      id: 'GT.CUI',
      name: 'Identity number',
      localName: 'Código Único de Identificación',
      kinds: ['person', 'tin'],
      check: 'checksum',
      forms: [{ pattern: 'ddddddddddddd', mask: '#### ##### ####' }],
      verify: cui,
      facts: (n) => ({ region: departments[number(n, 9, 11) - 1] ?? '' }),
    },
  ],
}
