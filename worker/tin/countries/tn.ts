import { isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const weights = [7, 6, 5, 4, 3, 2, 1]
const letters = 'ABCDEFGHJKLMNPQRSTVWXYZ'
const kinds: Readonly<Record<string, string>> = {
  M: 'legal person',
  P: 'professional',
  C: 'sole trader',
  N: 'employer not subject to income tax',
  E: 'branch',
}
const noBranch = invalidPart(
  'The last three digits identify a branch, so the letter before them must be E. Otherwise they must be 000.',
)

// Tunisie TradeNet, TEIF implementation guide: key letter (no I, O, U), VAT code, category, establishment.
function matricule(n: string): Fault | undefined {
  if (isZeros(n, 0, 7)) return allZeros
  if (n.length > 8 && n.charAt(9) !== 'E' && !isZeros(n, 10, 13)) return noBranch
  return undefined
}

const keyOf = (n: string) => letters.charAt(weightedSum(n, weights) % 23)

export const tn: CountryRule = {
  code: 'TN',
  name: 'Tunisia',
  adjective: 'Tunisian',
  labels: ['Code TVA', 'Matricule fiscale'],
  rules: () => [
    {
      id: 'TN.MF',
      label: 'Matricule fiscal',
      name: 'Tax registration number',
      localName: 'Matricule fiscal',
      noun: 'matricule fiscal',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      sets: { k: letters, v: 'ABDFNP', c: 'CEMNP' },
      forms: [7, 6, 5, 4, 3].flatMap((digits) =>
        [
          ['kvcddd', '########/#/#/###'],
          ['k', '########'],
          ['kvcddd', '#######/#/#/#/###'],
        ].map(([tail, mask = '']) => ({ pattern: 'd'.repeat(digits) + tail, mask, zeros: 7 - digits })),
      ),
      verify: matricule,
      warn: (n) =>
        n.charAt(7) === keyOf(n)
          ? undefined
          : {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message:
                "The letter doesn't match the digits, as in some genuine numbers. Check the number again.",
            },
      facts: (n) => {
        if (n.length === 8) return undefined
        const kind = kinds[n.charAt(9)] ?? ''
        return isZeros(n, 10, 13) ? { kind } : { kind, establishment: n.slice(10) }
      },
    },
  ],
}
