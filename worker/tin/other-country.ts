import type { CompiledCountry, CompiledForm, CompiledRule } from './country-rule.ts'
import { formatMatch, hasLayout, isUnverified, type Match, matchRule } from './match.ts'
import type { Suggestion } from './types.ts'

type Typed = { readonly typed: string; readonly text: string }

export type OtherMatch = { readonly country: CompiledCountry; readonly match: Match }

export function findOtherType(
  country: CompiledCountry,
  requested: readonly CompiledRule[],
  { typed, text }: Typed,
  today: string,
): OtherMatch | undefined {
  for (const rule of country.rules) {
    if (requested.includes(rule)) continue
    const shown = rule.strictSeparators ? hasLayout(rule, typed) : rule.identifier.check === 'checksum'
    const match = shown ? surelyMatched(rule, text, today) : undefined
    if (match !== undefined) return { country, match }
  }
  return undefined
}

/** Without numbers that only pass because zeros are added or because a wrong check digit is tolerated. */
function surelyMatched(rule: CompiledRule, text: string, today: string): Match | undefined {
  const match = matchRule(rule, text, today)
  if (match === undefined || match.form.zeros > 0) return undefined
  return isUnverified(rule, match.compact) ? undefined : match
}

type IndexEntry = {
  readonly country: CompiledCountry
  readonly rule: CompiledRule
  readonly form: CompiledForm
}

export type CountryIndex = {
  /** By the layout of the usual format, if that has several kinds of separators. */
  readonly byLayout: ReadonlyMap<string, readonly IndexEntry[]>
  /** Formats with letters that few countries use. */
  readonly byLength: ReadonlyMap<number, readonly IndexEntry[]>
}

const shapeOf = (text: string) => text.replace(/[0-9A-Za-z]/g, '#')

/** Of types with a check digit. */
export function buildIndex(countries: readonly CompiledCountry[]): CountryIndex {
  const entries = countries.flatMap((country) =>
    country.rules
      .filter(({ identifier }) => identifier.check === 'checksum')
      .flatMap((rule) => rule.forms.filter(({ proven }) => !proven).map((form) => ({ country, rule, form }))),
  )
  return {
    byLayout: Map.groupBy(
      entries.filter(({ form }) => form.layout !== undefined && kindsOfSeparators(form.mask) > 1),
      ({ form }) => shapeOf(form.mask ?? ''),
    ),
    byLength: Map.groupBy(
      entries.filter(({ rule, form }) => form.pattern.length > 7 && isUncommon(form.pattern, rule)),
      ({ form }) => form.pattern.length,
    ),
  }
}

function kindsOfSeparators(mask = ''): number {
  return new Set(mask.replace(/[#0-9A-Z]/g, '')).size
}

/** Two letters and digits are numbers of many countries, such as Nigeria's RC1407971. */
function isUncommon(pattern: string, rule: CompiledRule): boolean {
  const letters = lettersIn(pattern, rule)
  return letters > 2 || (letters === 2 && (pattern.length > 10 || lettersIn(pattern.slice(0, 2), rule) < 2))
}

function lettersIn(pattern: string, { sets }: CompiledRule): number {
  return Array.from(pattern).filter((place) => !/[dx0-9]/.test(place) && !/\d/.test(sets[place] ?? '')).length
}

export const hasPrefix = ({ prefixes }: CompiledRule, code: string): boolean =>
  prefixes.some((prefix) => prefix.startsWith(code))

/** A number of a country whose own prefix it begins with. */
export function findByPrefix(country: CompiledCountry, text: string, today: string): OtherMatch | undefined {
  for (const rule of country.rules) {
    if (rule.identifier.check === 'none' || !hasPrefix(rule, text.slice(0, 2))) continue
    const match = surelyMatched(rule, text, today)
    if (match !== undefined) return { country, match }
  }
  return undefined
}

/** The rule must have a check digit and letters or the usual separators, which makes a coincidence unlikely. */
export function findByStructure(
  index: CountryIndex,
  requested: CompiledCountry,
  { typed, text }: Typed,
  today: string,
): OtherMatch | undefined {
  const laidOut = typed.length > text.length ? index.byLayout.get(shapeOf(typed)) : undefined
  const found = onlyOne(laidOut, requested, text, today)
  if (found !== undefined || !/[A-Z]/.test(text)) return found
  return onlyOne(index.byLength.get(text.length), requested, text, today)
}

function onlyOne(
  entries: readonly IndexEntry[] | undefined,
  requested: CompiledCountry,
  text: string,
  today: string,
): OtherMatch | undefined {
  let found: OtherMatch | undefined
  for (const { country, rule } of entries ?? []) {
    if (country === requested) continue
    const match = surelyMatched(rule, text, today)
    if (match === undefined) continue
    if (found !== undefined && found.country !== country) return undefined
    found ??= { country, match }
  }
  return found
}

export function suggestionOf(requested: CompiledCountry, { country, match }: OtherMatch): Suggestion {
  const tin = formatMatch(match)
  return country === requested ? { tin } : { tin, country: country.code }
}
