import { expectDigit, isZeros } from '../checks/digits.ts'
import { complementTo11, risingSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, formsOfLengths } from '../country-rule.ts'

// DNIT (once SET), "Dígito verificador": weights from 2 from the right, modulo 11.
function ruc(n: string): Fault | undefined {
  const at = n.length - 1
  return isZeros(n, 0, at) ? allZeros : expectDigit(n, at, complementTo11(risingSum(n, 0, at)))
}

/** DNIT: buyers without a name, cooperatives, diplomats, buyers and sellers abroad. */
const groups = ['444444017', '666666016', '777777010', '888888015', '999999010']

export const py: CountryRule = {
  code: 'PY',
  name: 'Paraguay',
  adjective: 'Paraguayan',
  rules: () => [
    {
      id: 'PY.RUC',
      label: 'RUC',
      name: 'Taxpayer registry number',
      localName: 'Registro Único del Contribuyente',
      holder: 'any',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      forms: formsOfLengths('d', 4, 8, 'd', '-'),
      verify: ruc,
      warn: (n) =>
        groups.includes(n)
          ? {
              code: 'GENERIC_NUMBER',
              message: 'This RUC represents a group of buyers or sellers, not a single taxpayer.',
            }
          : undefined,
      facts: (n) =>
        groups.includes(n) ? undefined : { kind: n.length === 9 && n >= '8' ? 'company' : 'person' },
    },
  ],
}
