import { digit, number } from './digits.ts'
import { weightedSum } from './weighted-sum.ts'

// Bayerisches Landesamt für Steuern (ELSTER), "Prüfung der Steuer- und Steueridentifikationsnummer",
// chapters 3 to 7. All weights run over the first twelve digits of the unified number.
type Method = (unified: string) => number

const berlinA = [0, 0, 0, 0, 0, 7, 6, 5, 8, 4, 3, 2]
const berlinB = [0, 0, 2, 9, 0, 8, 7, 6, 5, 4, 3, 2]
const northRhine = [0, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1]
const palatinate = [0, 0, 1, 2, 0, 1, 2, 1, 2, 1, 2, 1]
const twosSummands = [0, 0, 9, 8, 0, 7, 6, 5, 4, 3, 2, 1]
const twosFactors = [0, 0, 512, 256, 0, 128, 64, 32, 16, 8, 4, 2]

function elevens(weights: readonly number[]): Method {
  return (n) => (11 - (weightedSum(n, weights) % 11)) % 11
}

function twos(n: string): number {
  let sum = 0
  for (let i = 2; i < 12; i++) {
    if (i === 4) continue
    const product = ((digit(n, i) + (twosSummands[i] ?? 0)) % 10) * (twosFactors[i] ?? 0)
    sum += product === 0 ? 0 : 1 + ((product - 1) % 9)
  }
  return (10 - (sum % 10)) % 10
}

function tens(n: string): number {
  let sum = 0
  for (let i = 2; i < 12; i++) {
    const product = digit(n, i) * (palatinate[i] ?? 0)
    sum += product > 9 ? product - 9 : product
  }
  return (10 - (sum % 10)) % 10
}

const usual = elevens([0, 5, 4, 3, 0, 2, 7, 6, 5, 4, 3, 2])
const hanseatic = elevens([0, 0, 4, 3, 0, 2, 7, 6, 5, 4, 3, 2])
const methodA = elevens(berlinA)
const methodB = elevens(berlinB)

/** Undefined if the sources disagree. */
function berlinUsesB(office: number, district: number): boolean | undefined {
  if (office === 27 || office === 29 || office === 30) return false
  if (office === 16)
    return inside(district, 1, 29) || inside(district, 201, 693) || inside(district, 875, 899)
  if (office === 19) {
    if (inside(district, 681, 683)) return undefined
    return inside(district, 201, 639) || district === 680 || district === 684
  }
  if ([13, 14, 17, 20, 21, 23, 24, 25].includes(office)) return inside(district, 201, 693)
  return office === 15 || office === 18 || office >= 31 ? true : undefined
}

function inside(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

function berlin(n: string): number {
  const usesB = berlinUsesB(number(n, 2, 4), number(n, 5, 8))
  if (usesB !== undefined) return usesB ? methodB(n) : methodA(n)
  return methodA(n) === digit(n, 12) ? methodA(n) : methodB(n)
}

export type State = {
  readonly name: string
  readonly unified: string
  readonly local: number
  readonly head: string
  readonly check: Method
}

export const states: readonly State[] = [
  { name: 'Baden-Württemberg', unified: '28', local: 10, head: '', check: twos },
  { name: 'Bavaria', unified: '9', local: 11, head: '', check: usual },
  { name: 'Berlin', unified: '11', local: 10, head: '', check: berlin },
  { name: 'Brandenburg', unified: '30', local: 11, head: '0', check: usual },
  { name: 'Bremen', unified: '24', local: 10, head: '', check: hanseatic },
  { name: 'Hamburg', unified: '22', local: 10, head: '', check: hanseatic },
  { name: 'Hesse', unified: '26', local: 11, head: '0', check: twos },
  { name: 'Mecklenburg-Vorpommern', unified: '40', local: 11, head: '0', check: usual },
  { name: 'Lower Saxony', unified: '23', local: 10, head: '', check: methodB },
  {
    name: 'North Rhine-Westphalia',
    unified: '5',
    local: 11,
    head: '',
    check: (n) => weightedSum(n, northRhine) % 11,
  },
  { name: 'Rhineland-Palatinate', unified: '27', local: 10, head: '', check: tens },
  { name: 'Saarland', unified: '10', local: 11, head: '0', check: usual },
  { name: 'Saxony', unified: '32', local: 11, head: '2', check: usual },
  { name: 'Saxony-Anhalt', unified: '31', local: 11, head: '1', check: usual },
  { name: 'Schleswig-Holstein', unified: '21', local: 10, head: '', check: twos },
  { name: 'Thuringia', unified: '41', local: 11, head: '1', check: usual },
]

/** Undefined if the number can't belong to the state. */
export function unify(state: State, local: string): string | undefined {
  if (local.length !== state.local || !local.startsWith(state.head)) return undefined
  if (state.unified.length === 1 && (local < '1' || local >= '4')) return undefined
  const office = state.unified.length === 1 ? 3 : 2
  const from = state.head.length
  return `${state.unified}${local.slice(from, from + office)}0${local.slice(from + office)}`
}

/** District 000 and the reserved 998 and 999 are not issued. North Rhine-Westphalia writes four digits. */
export function hasDistrict(unified: string): boolean {
  const district = unified.startsWith('5') ? number(unified, 5, 9) : number(unified, 5, 8)
  return district !== 0 && district !== 998 && district !== 999
}
