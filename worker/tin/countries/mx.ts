import { isDate, isoDate } from '../checks/date.ts'
import { digit, expectDigit, number } from '../checks/digits.ts'
import { type CountryRule, type Fault, invalidPart } from '../country-rule.ts'

const alphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

// SAT, Anexo IV of the RFC guide, and RENAPO, Instructivo normativo CURP, Anexo 2: the last letter of such
// a beginning is replaced by X.
const rfcWords =
  ' BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA KAGO KAKA KOGE KOJO KULO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA RUIN '
const curpWords =
  ' BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI GUEY JETA JOTO KACA KACO KAGA KAGO KAKA KAKO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO MAME MAMO MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO RATA ROBA ROBE ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY '
const curpStates: Readonly<Record<string, string>> = {
  AS: 'Aguascalientes',
  BC: 'Baja California',
  BS: 'Baja California Sur',
  CC: 'Campeche',
  CL: 'Coahuila',
  CM: 'Colima',
  CS: 'Chiapas',
  CH: 'Chihuahua',
  DF: 'Mexico City',
  DG: 'Durango',
  GT: 'Guanajuato',
  GR: 'Guerrero',
  HG: 'Hidalgo',
  JC: 'Jalisco',
  MC: 'State of Mexico',
  MN: 'Michoacán',
  MS: 'Morelos',
  NT: 'Nayarit',
  NL: 'Nuevo León',
  OC: 'Oaxaca',
  PL: 'Puebla',
  QT: 'Querétaro',
  QR: 'Quintana Roo',
  SP: 'San Luis Potosí',
  SL: 'Sinaloa',
  SR: 'Sonora',
  TC: 'Tabasco',
  TS: 'Tamaulipas',
  TL: 'Tlaxcala',
  VZ: 'Veracruz',
  YN: 'Yucatán',
  ZS: 'Zacatecas',
  NE: 'born abroad',
}

const badWord = invalidPart(
  'Codes that begin with an offensive word are never issued. The last letter of the word is replaced with X.',
)
const badDate = invalidPart("The six digits after the letters aren't a valid date (year, month, day).")
const badState = invalidPart("Characters 12 and 13 aren't the code of a Mexican state, nor NE.")

/** Companies have three letters before the date, persons four. */
const dateAt = (n: string) => (n.length === 12 ? 3 : 4)

const isGeneric = (n: string) => n === 'XAXX010101000' || n === 'XEXX010101000'

/** Company RFCs are padded with a leading space. */
function rfcCheck(n: string): string {
  const short = 13 - n.length
  let sum = short === 1 ? 37 * 13 : 0
  for (let i = 0; i < n.length - 1; i++) sum += alphabet.indexOf(n.charAt(i)) * (13 - short - i)
  return alphabet.charAt((11 - (sum % 11)) % 11)
}

// SAT: pattern of the CFDI schema (tdCFDI, t_RFC). The check fails for about 1.5 % of genuine numbers.
function rfc(n: string): Fault | undefined {
  const from = dateAt(n)
  if (from === 4 && rfcWords.includes(` ${n.slice(0, 4)} `)) return badWord
  return isDate(number(n, from, from + 2), number(n, from + 2, from + 4), number(n, from + 4, from + 6))
    ? undefined
    : badDate
}

/** SAT, CFDI guides: for foreigners without one, men and women. The women's check digit doesn't match. */
const isGenericCurp = (n: string) => n === 'XEXX010101HNEXXXA4' || n === 'XEXX010101MNEXXXA8'

const curpYear = (n: string) => (digit(n, 16) < 10 ? 1900 : 2000) + number(n, 4, 6)

// RENAPO, Instructivo normativo para la asignación de la CURP (DOF, 18 October 2021).
function curp(n: string): Fault | undefined {
  if (isGenericCurp(n)) return undefined
  if (curpWords.includes(` ${n.slice(0, 4)} `)) return badWord
  if (!isDate(curpYear(n), number(n, 6, 8), number(n, 8, 10))) return badDate
  if (curpStates[n.slice(11, 13)] === undefined) return badState
  let sum = 0
  for (let i = 0; i < 17; i++) sum += curpAlphabet.indexOf(n.charAt(i)) * (18 - i)
  return expectDigit(n, 17, (10 - (sum % 10)) % 10)
}

export const mx: CountryRule = {
  code: 'MX',
  name: 'Mexico',
  adjective: 'Mexican',
  rules: () => [
    {
      id: 'MX.RFC',
      name: 'Federal taxpayer registry code',
      localName: 'Registro Federal de Contribuyentes',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      sets: { l: 'ABCDEFGHIJKLMNOPQRSTUVWXYZÑ&', c: '0123456789A' },
      forms: [
        { pattern: 'lllddddddxxc', mask: '### ###### ###' },
        { pattern: 'llllddddddxxc', mask: '#### ###### ###' },
        { pattern: 'lllldddddd', mask: '#### ######' },
      ],
      verify: rfc,
      warn: (n) => {
        if (isGeneric(n)) {
          return {
            code: 'GENERIC_NUMBER',
            message: n.startsWith('XA')
              ? "This is the RFC for sales to the general public, not a taxpayer's number."
              : "This is the RFC for foreigners who don't have one, not a taxpayer's number.",
          }
        }
        if (n.length === 10) {
          return {
            code: 'CHECKSUM_NOT_VERIFIABLE',
            message:
              "The three characters after the date (homoclave) are missing, so typos can't be detected.",
          }
        }
        if (n.endsWith(rfcCheck(n))) return undefined
        return {
          code: 'CHECKSUM_MISMATCH_TOLERATED',
          message:
            "The last character doesn't match the rest. This is the case for about 1.5% of genuine RFCs, so check the number again.",
        }
      },
      facts: (n) => {
        if (isGeneric(n)) return undefined
        const from = dateAt(n)
        const date = isoDate(
          n.slice(from, from + 2),
          number(n, from + 2, from + 4),
          number(n, from + 4, from + 6),
        )
        return from === 4 ? { kind: 'person', birthDate: date } : { kind: 'company', foundingDate: date }
      },
    },
    {
      id: 'MX.CURP',
      name: 'Population registry code',
      localName: 'Clave Única de Registro de Población',
      kinds: ['person', 'tin'],
      check: 'checksum',
      sets: { l: 'ABCDEFGHIJKLMNOPQRSTUVWXYZÑ', g: 'HMX', v: 'BCDFGHJKLMNÑPQRSTVWXYZ' },
      forms: [{ pattern: 'llllddddddgaavvvxd' }],
      verify: curp,
      warn: (n) =>
        isGenericCurp(n)
          ? {
              code: 'GENERIC_NUMBER',
              message: "This is the CURP for foreigners who don't have one, not a person's number.",
            }
          : undefined,
      facts: (n) => {
        if (isGenericCurp(n)) return undefined
        const sex = { H: 'male', M: 'female', X: 'non-binary' }[n.charAt(10)] ?? ''
        const place = curpStates[n.slice(11, 13)] ?? ''
        return {
          birthDate: isoDate(curpYear(n), number(n, 6, 8), number(n, 8, 10)),
          sex,
          birthplace: place,
        }
      },
    },
  ],
}
