import { isDate } from '../checks/date.ts'
import { expectDigit, isZeros, number } from '../checks/digits.ts'
import { complementTo11, risingSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, formsOfLengths, invalidPart } from '../country-rule.ts'

const departments = [
  'Ahuachapán',
  'Santa Ana',
  'Sonsonate',
  'Chalatenango',
  'La Libertad',
  'San Salvador',
  'Cuscatlán',
  'La Paz',
  'Cabañas',
  'San Vicente',
  'Usulután',
  'San Miguel',
  'Morazán',
  'La Unión',
]

const belongsElsewhere = invalidPart(
  'A NIT begins with the number of a department, 01 to 14, or with a 9 for abroad.',
)
const wrongDate = invalidPart("Digits 5 to 10 aren't a valid date (day, month, year).")

const departmentOf = (n: string) => departments[number(n, 0, 2) - 1]

// Ministerio de Hacienda: one rule for serial numbers up to 100, another one above; DUI modulo 10.
function nit(n: string): Fault | undefined {
  if (n.length === 9) {
    return isZeros(n, 0, 8) ? allZeros : expectDigit(n, 8, (10 - (risingSum(n, 0, 8) % 10)) % 10)
  }
  if (departmentOf(n) === undefined && !n.startsWith('9')) return belongsElsewhere
  if (!isDate(number(n, 8, 10), number(n, 6, 8), number(n, 4, 6))) return wrongDate
  const isOld = number(n, 10, 13) <= 100
  return expectDigit(n, 13, isOld ? (risingSum(n, 0, 13) % 11) % 10 : complementTo11(risingSum(n, 0, 13, 7)))
}

export const sv: CountryRule = {
  code: 'SV',
  name: 'El Salvador',
  adjective: 'Salvadoran',
  labels: ['DUI'],
  rules: () => [
    {
      id: 'SV.NIT',
      name: 'Tax identification number',
      localName: 'Número de Identificación Tributaria',
      check: 'checksum',
      prefixes: ['SV'],
      forms: [
        { pattern: 'dddddddddddddd', mask: '####-######-###-#' },
        { pattern: 'ydddddddddddd', mask: '####-######-###-#', zeros: 1 },
        { pattern: 'ddddddddd', mask: '########-#' },
      ],
      verify: nit,
      facts: (n) => {
        if (n.length === 9) return { kind: 'person' }
        const region = departmentOf(n)
        return region === undefined ? { kind: 'foreigner' } : { region }
      },
      changes: [
        {
          date: '2021-12',
          text: 'The number of the identity document (DUI) became the NIT of Salvadoran adults (Decree 203 of 2021).',
        },
      ],
    },
    {
      id: 'SV.NRC',
      name: 'VAT registration number',
      localName: 'Número de Registro de Contribuyente',
      names: ['Registro'],
      kinds: ['vat'],
      basis: 'secondary',
      // Published electronic invoices. The last digit is modulo 11 in older ones, but not in all recent ones.
      forms: formsOfLengths('d', 3, 6, 'd', '-'),
    },
  ],
}
