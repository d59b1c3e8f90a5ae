import { expectDigit, isZeros } from '../checks/digits.ts'
import { complementTo11, risingSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, formsOfLengths } from '../country-rule.ts'

const missing = 'The check digit is missing or wrong. The RUC of a company has eight digits before it.'

// DNIT (once SET), "Dígito verificador": weights from 2 from the right, modulo 11. A letter
// counts as its two-digit ASCII code.
function ruc(n: string): Fault | undefined {
  const at = n.length - 1
  if (isZeros(n, 0, at)) return allZeros
  const digits = n.slice(0, at).replace(/\D/, (letter) => String(letter.charCodeAt(0)))
  const fault = expectDigit(n, at, complementTo11(risingSum(digits, 0, digits.length)))
  return fault?.code === 'INVALID_CHECKSUM' && /^80\d{6}$/.test(n) ? { ...fault, text: missing } : fault
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
      name: 'Taxpayer registry number',
      localName: 'Registro Único del Contribuyente',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      sets: { f: '123456789', l: 'ABCD' },
      // SIFEN, DE_Types_v150.xsd, tRuc: 3 to 8 characters, of which the last one can be a letter.
      forms: [
        ...formsOfLengths('d', 4, 8, 'd', '-'),
        ...formsOfLengths('d', 1, 6, 'ld').map(({ pattern, mask = '' }) => ({
          pattern: `f${pattern}`,
          mask: `${mask}-#`,
          unlisted: true as const,
          old: 'Numbers without a letter have replaced those with one.',
        })),
      ],
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
