import { digit, expectDigit, isZeros, number } from '../checks/digits.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { risingSum } from '../checks/weighted-sum.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const provinces = [
  'Azuay',
  'Bolívar',
  'Cañar',
  'Carchi',
  'Cotopaxi',
  'Chimborazo',
  'El Oro',
  'Esmeraldas',
  'Guayas',
  'Imbabura',
  'Loja',
  'Los Ríos',
  'Manabí',
  'Morona Santiago',
  'Napo',
  'Pastaza',
  'Pichincha',
  'Tungurahua',
  'Zamora Chinchipe',
  'Galápagos',
  'Sucumbíos',
  'Orellana',
  'Santo Domingo de los Tsáchilas',
  'Santa Elena',
]

const wrongProvince = invalidPart("The first two digits aren't the number of a province: 01 to 24, 30 or 50.")
const wrongThird = invalidPart('The third digit of a cédula is 0 to 6.')
const wrongKind = invalidPart('The third digit of a RUC is 0 to 6 or 9.')
const noBranch = invalidPart("The last three digits of a RUC are the establishment and can't be 000.")

function hasProvince(n: string): boolean {
  const province = number(n, 0, 2)
  return (province > 0 && province < 25) || province === 30 || province === 50
}

function provinceOf(n: string): { province?: string } {
  const province = number(n, 0, 2) === 30 ? 'registered abroad' : provinces[number(n, 0, 2) - 1]
  return province === undefined ? {} : { province }
}

/** SRI, electronic invoices. */
const finalConsumer = '9999999999999'

const isPerson = (n: string) => digit(n, 9) === luhnDigit(n, 0, 9)
const eleven = (n: string, at: number) => digit(n, at) === (11 - (risingSum(n, 0, at, 7) % 11)) % 11
const isPublic = (n: string) => eleven(n, 8) && !isZeros(n, 9, 13)

// SRI, "Estructura del RUC". It no longer has the check digits of companies and public bodies verified.
function ruc(n: string): Fault | undefined {
  if (n === finalConsumer) return undefined
  const third = digit(n, 2)
  if (!hasProvince(n)) return wrongProvince
  if (third === 7 || third === 8) return wrongKind
  if (isZeros(n, 10, 13)) return noBranch
  return third < 6 ? expectDigit(n, 9, luhnDigit(n, 0, 9)) : undefined
}

/** Whether the check digit fits, by any of the rules for such a number. */
function fits(n: string): boolean {
  const third = digit(n, 2)
  return third === 9 ? eleven(n, 9) : isPerson(n) || (third === 6 && isPublic(n))
}

function kindOf(n: string): { kind?: string } {
  const third = digit(n, 2)
  if (third === 9) return { kind: 'company' }
  if (third < 6) return { kind: 'person' }
  if (isPublic(n) === isPerson(n)) return {}
  return { kind: isPublic(n) ? 'public body' : 'person' }
}

export const ec: CountryRule = {
  code: 'EC',
  name: 'Ecuador',
  adjective: 'Ecuadorian',
  rules: () => [
    {
      id: 'EC.RUC',
      name: 'Taxpayer registry number',
      localName: 'Registro Único de Contribuyentes',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      lostZeros: 1,
      forms: [{ pattern: 'ddddddddddddd' }],
      verify: ruc,
      warn: (n) => {
        if (n === finalConsumer) {
          return {
            code: 'GENERIC_NUMBER',
            message: "This is the RUC for sales to final consumers, not a taxpayer's number.",
          }
        }
        if (fits(n)) return undefined
        return {
          code: 'CHECKSUM_MISMATCH_TOLERATED',
          message:
            "The check digit doesn't match, as in many genuine RUCs of newer companies, so check the number again.",
        }
      },
      facts: (n) =>
        n === finalConsumer ? undefined : { ...kindOf(n), ...provinceOf(n), establishment: n.slice(10) },
    },
    {
      id: 'EC.CI',
      label: 'Cédula',
      name: 'Identity card number',
      localName: 'Cédula de identidad',
      noun: 'cédula',
      kinds: ['person', 'tin'],
      check: 'checksum',
      lostZeros: 1,
      forms: [{ pattern: 'dddddddddd', mask: '#########-#' }],
      // Registro Civil: modulo 10; the third digit may be a 6 since the numbers of Guayas ran out.
      verify: (n) => {
        if (!hasProvince(n)) return wrongProvince
        return digit(n, 2) > 6 ? wrongThird : expectDigit(n, 9, luhnDigit(n, 0, 9))
      },
      facts: (n) => (provinceOf(n).province === undefined ? undefined : { ...provinceOf(n) }),
    },
  ],
}
