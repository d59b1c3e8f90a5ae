import { digit } from '../checks/digits.ts'
import { type CountryRule, type Fault, type Form, invalidPart } from '../country-rule.ts'

const wrongShape = invalidPart(
  'A RUC consists of digits, and can have E, N or PE before them, or AV, PI or NT after one or two digits. Its DV follows the letters DV.',
)
const shape = /^(?:[1-9]\d{3,18}|\d{20}|(?:E|N|PE)\d{2,13}|\d{1,2}(?:AV|PI|NT)\d{2,13})(?:DV\d\d)?$/

const before = (text: string) => text.indexOf('DV')
const padded = (text: string) => `${text.slice(0, -1)}0${text.slice(-1)}`
const apart = (text: string) => `${text.slice(0, 14)}DV${text.slice(14).padStart(2, '0')}`

/** Companies since 2014: 155 and six digits, a kind, the year. Only their parts are certain without hyphens. */
const recent = '155ddddddk20dd'
const recentMask = '#########-#-####'

const forms: readonly Form[] = [
  { pattern: `${recent}DVdd`, mask: `${recentMask} ## ##`, typed: `${recentMask} # # ##` },
  { pattern: `${recent}DVd`, mask: `${recentMask} ## ##`, typed: `${recentMask} # # #`, canonical: padded },
  { pattern: `${recent}dd`, mask: `${recentMask} ## ##`, typed: `${recentMask} ##`, canonical: apart },
  { pattern: `${recent}d`, mask: `${recentMask} ## ##`, typed: `${recentMask} #`, canonical: apart },
  { pattern: recent, mask: recentMask },
  ...Array.from({ length: 17 }, (_, i) => 'x'.repeat(i + 4)).flatMap((ruc) => {
    const mask = `${'#'.repeat(ruc.length)} ## ##`
    return [
      // The parts of older numbers have various lengths.
      { pattern: `${ruc}DVdd`, mask, typed: '' },
      { pattern: `${ruc}DVd`, mask, typed: '', canonical: padded },
      { pattern: ruc },
    ]
  }),
]

const isRecent = (ruc: string) => /^155\d{6}[1-9]20\d\d$/.test(ruc)

/** Replacement digits for old roll numbers from 10,000. */
const oldRolls = '1234567891234789234567891234567891234567'

/** In old numbers the weight 11 occurs twice. */
function oneDigit(text: string, isOld: boolean): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    sum += digit(text, text.length - 1 - i) * (isOld && i > 9 ? i + 1 : i + 2)
  }
  return sum % 11 > 1 ? 11 - (sum % 11) : 0
}

function dv(text: string, isOld = false): string {
  const first = oneDigit(text, isOld)
  return `${first}${oneDigit(`${text}${first}`, isOld)}`
}

function ofCompany(roll: string, page: string, entry: string): string {
  const all = roll.padStart(10, '0') + page.padStart(4, '0') + entry.padStart(6, '0')
  if (Number(roll) >= 50000) return dv(all)
  const rolls = Number(all.slice(5, 7))
  return dv(rolls > 9 ? `${all.slice(0, 5)}0${oldRolls.charAt(rolls - 10)}${all.slice(7)}` : all, true)
}

/** By letters: the code before pages with up to three digits, and with four. */
const personCodes: Readonly<Record<string, readonly [string, string]>> = {
  E: ['0050', '665'],
  N: ['0040', '924'],
  PE: ['0075', '8275'],
  AV: ['15', '9595'],
  PI: ['79', '9595'],
  NT: ['43', ''],
  '': ['00', ''],
}

function ofPerson(province: string, letters: string, page: string, entry: string): string[] {
  const [short, long] = personCodes[letters] ?? ['', '']
  const head = short.length === 4 ? short : province.padStart(2, '0') + short
  const tail = page.padStart(3, '0') + entry.padStart(5, '0')
  const found = [dv(`5${page.length > 3 && long !== '' ? long : head}${tail}`)]
  if (letters === 'NT') found.push(dv(head + tail))
  return found
}

/** Calls `use` for each split into a page of up to four digits and an entry of up to six. */
function split(digits: string, use: (page: string, entry: string) => void): void {
  for (let page = 1; page <= 4; page++) {
    const entry = digits.length - page
    if (entry > 0 && entry <= 6) use(digits.slice(0, page), digits.slice(page))
  }
}

/** Every possible DV, because the parts are ambiguous without hyphens. */
function possible(ruc: string): string[] {
  if (isRecent(ruc)) return [ofCompany(ruc.slice(0, 9), ruc.charAt(9), ruc.slice(10))]
  const found: string[] = []
  const parts = /^(\d*)([A-Z]+)(\d+)$/.exec(ruc)
  if (parts !== null) {
    const [, province = '', letters = '', rest = ''] = parts
    split(rest, (page, entry) => found.push(...ofPerson(province, letters, page, entry)))
    return found
  }
  for (let roll = 1; roll <= 10; roll++) {
    const head = ruc.slice(0, roll)
    split(ruc.slice(roll), (page, entry) => {
      found.push(ofCompany(head, page, entry))
      if (Number(head) < 14) found.push(...ofPerson(head, '', page, entry))
    })
  }
  return found
}

/** Sources disagree on the DV of persons with more digits than a page of three and an entry of five. */
const isUnsure = (ruc: string) => /[A-Z]/.test(ruc) && ruc.replace(/^\d*[A-Z]+/, '').length > 8

// DGI, "Algoritmo para el cálculo del dígito verificador de la RUC".
function verify(n: string): Fault | undefined {
  if (!shape.test(n)) return wrongShape
  const at = before(n)
  if (at < 0) return n.length > 14 && isRecent(n.slice(0, 14)) ? wrongShape : undefined
  const ruc = n.slice(0, at)
  const found = possible(ruc)
  if (found.includes(n.slice(at + 2)) || isUnsure(ruc)) return undefined
  return { code: 'INVALID_CHECKSUM', at: at + 2, expected: found.length === 1 ? (found[0] ?? '') : '' }
}

export const pa: CountryRule = {
  code: 'PA',
  name: 'Panama',
  adjective: 'Panamanian',
  rules: () => [
    {
      id: 'PA.RUC',
      name: 'Taxpayer registry number with check digits',
      localName: 'Registro Único de Contribuyente y dígito verificador',
      kinds: ['tin', 'vat'],
      check: 'checksum',
      basis: 'secondary',
      sets: { k: '123456789' },
      forms,
      verify,
      warn: (n) => {
        const at = before(n)
        if (at < 0) {
          return {
            code: 'CHECKSUM_NOT_VERIFIABLE',
            message: "The check digits after the letters DV are missing, so typos can't be detected.",
          }
        }
        const ruc = n.slice(0, at)
        return !isUnsure(ruc) || possible(ruc).includes(n.slice(at + 2))
          ? undefined
          : {
              code: 'CHECKSUM_NOT_VERIFIABLE',
              message: "The rule for the DV of personal numbers this long isn't published.",
            }
      },
      facts: (n) => (/^155\d{6}[1-9]20\d\d/.test(n) ? { registrationYear: n.slice(10, 14) } : undefined),
    },
  ],
}
