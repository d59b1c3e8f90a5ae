type Holder = 'company' | 'person' | 'any'

type Check = 'checksum' | 'structure' | 'none'

/** `published`: by a tax office, a law, the OECD or the EU. Rules from `secondary` sources are less strict. */
type Basis = 'published' | 'secondary'

/** What a number is used for. `placeholder`: special codes that represent no taxpayer. */
export const kinds = ['vat', 'tin', 'business', 'person', 'customs', 'placeholder'] as const
export type Kind = (typeof kinds)[number]

/** Who is reported under the Common Reporting Standard or DAC7. */
export const reportingHolders = ['person', 'entity'] as const
export type ReportingHolder = (typeof reportingHolders)[number]

/** `id` is stable, `CC.TYPE`. */
export type Identifier = {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly localName?: string
  readonly holder: Holder
  /** The main one of `kinds`. */
  readonly kind: Kind
  readonly kinds: readonly Kind[]
  /** Not a tax ID, so it is checked only if its type or kind is requested. */
  readonly onRequest: boolean
  readonly check: Check
  readonly basis: Basis
}

export type RuleChange = {
  readonly date: string
  readonly text: string
}

export type Country = {
  /** ISO 3166-1 alpha-2; XI for Northern Ireland, XK for Kosovo, EU for numbers that the EU itself issues. */
  readonly code: string
  readonly name: string
  readonly adjective: string
  readonly identifiers: readonly Identifier[]
}

export type Format = {
  /** The usual format: # is a digit, @ a letter, ? either. Other characters are literal. */
  readonly written: string
  /** Anchored regular expression for the compact form, without the check. */
  readonly pattern: string
}

export type IdentifierDescription = Identifier & {
  /** In words: "9 digits after DE". */
  readonly length: string
  readonly prefixes: readonly string[]
  readonly formats: readonly Format[]
  readonly changes: readonly RuleChange[]
}

export type CountryDescription = Omit<Country, 'identifiers'> & {
  readonly identifiers: readonly IdentifierDescription[]
}

const failureCodes = [
  'UNSUPPORTED_COUNTRY',
  'UNSUPPORTED_TYPE',
  'UNSUPPORTED_KIND',
  'NO_TIN_ISSUED',
  'EMPTY',
  'INVALID_LENGTH',
  'INVALID_CHARACTERS',
  'INVALID_FORMAT',
  'INVALID_COMPONENT',
  'INVALID_CHECKSUM',
  'NEVER_ISSUED',
] as const
export type FailureCode = (typeof failureCodes)[number]

const warningCodes = [
  'CHECKSUM_NOT_VERIFIABLE',
  'CHECKSUM_MISMATCH_TOLERATED',
  'GENERIC_NUMBER',
  'NORMALIZED',
  'OLD_FORM',
  'LEADING_ZERO_ADDED',
  'UNUSUAL_SEPARATORS',
  'AMBIGUOUS_TYPE',
] as const
export type WarningCode = (typeof warningCodes)[number]

/** `message` is plain English and never contains the number, which can be personal data. */
export type TinNote<Code extends string = FailureCode | WarningCode> = {
  readonly code: Code
  readonly message: string
}

export type ValidTin = {
  readonly valid: true
  readonly identifier: Identifier
  /** Uppercase, no separators, and no country prefix unless it is part of the number. */
  readonly compact: string
  readonly formatted: string
  readonly warnings: readonly TinNote<WarningCode>[]
  readonly facts?: Readonly<Record<string, string>>
}

/** All but `valid` is found when it is first read. */
export type InvalidTin = {
  readonly valid: false
  readonly unsupported?: false
  readonly identifier?: Identifier | undefined
  readonly compact: string
  readonly failure: TinNote<FailureCode>
  readonly warnings: readonly TinNote<WarningCode>[]
  readonly suggestion?: Suggestion | undefined
}

export type Suggestion = { readonly tin: string; readonly country?: string }

type UnsupportedTin = {
  readonly valid: false
  readonly unsupported: true
  readonly compact: string
  readonly failure: TinNote<FailureCode>
  readonly warnings: readonly TinNote<WarningCode>[]
}

export type TinResult = ValidTin | InvalidTin | UnsupportedTin
