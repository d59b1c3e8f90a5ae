import { isDate, isoDate } from '../checks/date.ts'
import { isZeros, number } from '../checks/digits.ts'
import { allZeros, type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXY'

const badDate = invalidPart("Digits 4 to 9 of a cédula aren't a valid date of birth (day, month, year).")

const isCedula = (n: string) => n.charCodeAt(0) < 58

// Dirección General de Ingresos: the cédula number is the RUC of people who have one. Other RUCs begin with a letter.
function ruc(n: string): Fault | undefined {
  if (!isCedula(n)) return isZeros(n, 1, 14) ? allZeros : undefined
  return isDate(number(n, 7, 9), number(n, 5, 7), number(n, 3, 5)) ? undefined : badDate
}

export const ni: CountryRule = {
  code: 'NI',
  name: 'Nicaragua',
  adjective: 'Nicaraguan',
  rules: () => [
    {
      id: 'NI.RUC',
      name: 'Taxpayer registry number',
      localName: 'Registro Único de Contribuyentes',
      kinds: ['tin', 'vat'],
      check: 'structure',
      basis: 'secondary',
      sets: { k: 'JNRE' },
      forms: [{ pattern: 'kddddddddddddd' }, { pattern: 'ddddddddddddda', mask: '###-######-#####' }],
      verify: ruc,
      warn: (n) => {
        if (!isCedula(n) || n.endsWith(letters.charAt(number(n, 0, 13) % 23))) return undefined
        return {
          code: 'CHECKSUM_MISMATCH_TOLERATED',
          message:
            "The last letter doesn't match the digits. Its rule was never published, so check the number again.",
        }
      },
      facts: (n) => {
        if (!isCedula(n)) return n.startsWith('J') ? { kind: 'company' } : undefined
        return { kind: 'person', birthDate: isoDate(n.slice(7, 9), number(n, 5, 7), number(n, 3, 5)) }
      },
    },
  ],
}
