import { createHash } from 'node:crypto'

export interface Company {
  readonly name: string
  readonly street: string
  readonly postcode: string
  readonly city: string
}

const words = 'Harbour Maple Northern Copper Bright Stone River Summit Amber Clear'.split(' ')
const trades = 'Trading Logistics Foods Systems Textiles Energy Print Tools Media Paper'.split(' ')
const streets = ['Market Street', 'Station Road', 'Mill Lane', 'Bridge Street', 'Garden Row']

type Change = (company: Company, number: string) => Company | undefined
let change: Change = (company) => company

/** While `work` runs, all registers hold other companies. */
export function withChangedCompanies<Result>(to: Change, work: () => Result): Result {
  change = to
  try {
    return work()
  } finally {
    change = (company) => company
  }
}

/** An invented company for a number, always the same. Undefined, so not found, for one number in eight. */
export function companyOf(number: string, legalForm: string): Company | undefined {
  const digest = createHash('sha256').update(number).digest()
  const pick = (from: readonly string[], at: number) => from[(digest[at] ?? 0) % from.length] ?? ''
  if ((digest[0] ?? 0) % 8 === 0) return undefined
  const company = {
    name: `${pick(words, 1)} ${pick(trades, 2)} ${legalForm}`.trim(),
    street: `${pick(streets, 3)} ${((digest[4] ?? 0) % 98) + 1}`,
    postcode: String(10_000 + (digest.readUInt16BE(5) % 89_999)),
    city: pick(['Northport', 'Weston', 'Eastbridge', 'Southfield', 'Kingsford'], 7),
  }
  return change(company, number)
}
