/** Who a number of this type is given to. */
type Holder = 'company' | 'person' | 'any'

/** What the engine can prove about a number of this type: a check digit, its make-up, or only its length and alphabet. */
type Check = 'checksum' | 'structure' | 'none'

/**
 * Where the format is known from: the tax office, the law, the OECD or the EU, or other public pages only, in which
 * case the rule is no stricter than they are sure.
 */
type Basis = 'published' | 'secondary'

/** One type of tax identification number of one country. `id` is stable, `CC.TYPE`. */
export type Identifier = {
  readonly id: string
  readonly label: string
  /** Full name in English. */
  readonly name: string
  /** The name its own country uses, where that differs. */
  readonly localName?: string
  readonly holder: Holder
  readonly check: Check
  readonly basis: Basis
}

/** A change of the law or of practice in how a type of number looks or is checked. */
export type RuleChange = {
  /** As exact as it is known: a year, a month or a day, as ISO 8601 writes them. */
  readonly date: string
  /** A sentence. */
  readonly text: string
}

export type Country = {
  /** ISO 3166-1 alpha-2; XI for Northern Ireland, XK for Kosovo, EU for numbers that the Union gives out itself. */
  readonly code: string
  readonly name: string
  /** As it stands before the name of a number: "German", "UK". */
  readonly adjective: string
  readonly identifiers: readonly Identifier[]
}

/** One written form of an identifier. */
export type Format = {
  /** As it is customarily written: # stands for a digit, @ for a letter, ? for either, and the rest for itself. */
  readonly written: string
  /** A regular expression, anchored, for the number in its compact form. It does not hold the check. */
  readonly pattern: string
}

export type IdentifierDescription = Identifier & {
  /** In words, as "9 digits after DE". */
  readonly length: string
  /** May stand before the number and are not part of it, the customary one first. */
  readonly prefixes: readonly string[]
  readonly formats: readonly Format[]
  /** Oldest first. */
  readonly changes: readonly RuleChange[]
}

export type CountryDescription = Omit<Country, 'identifiers'> & {
  readonly identifiers: readonly IdentifierDescription[]
}

/** Why a number is not valid: one closed list, in the order in which the engine looks. */
const failureCodes = [
  'UNSUPPORTED_COUNTRY',
  'UNSUPPORTED_TYPE',
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

/** What is worth knowing about a number that stands all the same. */
const warningCodes = [
  'CHECKSUM_NOT_VERIFIABLE',
  'CHECKSUM_MISMATCH_TOLERATED',
  'GENERIC_NUMBER',
  'NORMALISED',
  'OLD_FORM',
  'AMBIGUOUS_TYPE',
] as const
export type WarningCode = (typeof warningCodes)[number]

/** `message` is a sentence a clerk understands; it never repeats the number itself. */
export type TinNote<Code extends string = FailureCode | WarningCode> = {
  readonly code: Code
  readonly message: string
}

export type ValidTin = {
  readonly valid: true
  readonly identifier: Identifier
  /** Upper case, no separators, no country prefix unless the prefix is part of the number. */
  readonly compact: string
  /** The customary written form. */
  readonly formatted: string
  readonly warnings: readonly TinNote<WarningCode>[]
  /** What the number itself says (region, kind of holder …), no more. */
  readonly facts?: Readonly<Record<string, string>>
}

export type InvalidTin = {
  readonly valid: false
  readonly unsupported?: false
  /** The type that came nearest; absent when nothing did. */
  readonly identifier?: Identifier
  readonly compact: string
  readonly failure: TinNote<FailureCode>
  readonly warnings: readonly TinNote<WarningCode>[]
  /** A number that validates and that a plain slip would have turned into this one. */
  readonly suggestion?: Suggestion
}

/** `tin` is in the customary form. `country` is the code of another country than the one asked for, if it is one's. */
export type Suggestion = { readonly tin: string; readonly country?: string }

/** The country or the type asked for is not one the engine knows. */
type UnsupportedTin = {
  readonly valid: false
  readonly unsupported: true
  readonly compact: string
  readonly failure: TinNote<FailureCode>
  readonly warnings: readonly TinNote<WarningCode>[]
}

export type TinVerdict = ValidTin | InvalidTin | UnsupportedTin
