import text from './differences.txt?raw'
import pythonText from './python-differences.txt?raw'

/** Numbers on which the engine and the npm package stdnum 1.12 disagree, with the source that decides. */
export type Difference = {
  readonly we: string
  /** Limits the difference to matching compact numbers. */
  readonly where?: RegExp
  /** Our failure code if we refuse, or stdnum’s error name if we accept. */
  readonly failure?: string
  /** Limits the difference to numbers that we accept with this warning. */
  readonly warning?: string
  /** Limits the difference to matching messages of ours. */
  readonly says?: RegExp
  readonly reason: string
  /** A law or an authority's publication, or the reason why the type is wider. */
  readonly source: string
}

export const everywhere: readonly Difference[] = [
  {
    we: 'refuse',
    failure: 'INVALID_COMPONENT',
    says: /in the future/,
    reason: 'A date after today. The engine takes today as a parameter; stdnum asks the clock, or nothing.',
    source: 'Nobody gets a number before being born or founded.',
  },
  {
    we: 'accept',
    warning: 'LEADING_ZERO_ADDED',
    reason:
      'Spreadsheets drop leading zeros; the check digit proves the full number, which the answer contains.',
    source:
      'The countries that issue numbers with leading zeros, by `zeros` and `lostZeros` in worker/tin/countries.',
  },
  {
    we: 'refuse',
    failure: 'INVALID_FORMAT',
    says: /is written as|not a US/,
    reason: 'The separators of US numbers show their type: 12-3456789 is an employer, 123-45-6789 a person.',
    source: 'IRS, Publication 1635 (EIN), and SSA, POMS RM 10201.005 (SSN); python-stdnum us.ein and us.ssn.',
  },
  {
    we: 'refuse',
    failure: 'NEVER_ISSUED',
    reason: 'Serials of zeros and repeated digits pass many check digits but belong to nobody.',
    source:
      'Numbering begins at 1 everywhere; published placeholders get the warning GENERIC_NUMBER instead.',
  },
]

/** What we do with which numbers, then, indented, the reason and the source. */
const entriesOf = (lines: string) =>
  lines
    .trim()
    .split(/\n(?! )/)
    .map((entry) => entry.split('\n  '))

/** By type, whose entries follow a line such as `# AD.NRT`. */
export const differences: Readonly<Record<string, readonly Difference[]>> = Object.fromEntries(
  text
    .split(/^# /m)
    .filter(Boolean)
    .map((section) => {
      const [id = '', ...lines] = section.split('\n')
      return [id, entriesOf(lines.join('\n')).map(differenceOf)]
    }),
)

/** The first line is such as `refuse INVALID_CHECKSUM /^0/`, where the code and the pattern may be missing. */
function differenceOf([rule = '', reason = '', source = '']: readonly string[]): Difference {
  const [, we = '', code, pattern] = /^(accept|refuse)(?: (\w+))?(?: \/(.*)\/)?$/.exec(rule) ?? []
  const isWarning = we === 'accept' && code === code?.toUpperCase()
  return {
    we,
    ...(code && (isWarning ? { warning: code } : { failure: code })),
    ...(pattern && { where: new RegExp(pattern) }),
    reason,
    source,
  }
}

/**
 * Where the engine and python-stdnum disagree and the npm package doesn't show it: a type, what we do, and an example
 * number for each reason.
 */
export const pythonDifferences = entriesOf(pythonText).map(([example = '', reason = '', source = '']) => {
  const [id = '', we = '', ...tin] = example.split(' ')
  return { id, we, tin: tin.join(' '), reason, source }
})
