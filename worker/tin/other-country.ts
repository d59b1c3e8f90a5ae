import type { CompiledCountry, CompiledRule } from './country-rule.ts'
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

export type CountryIndex = {
  readonly byPrefix: ReadonlyMap<string, readonly IndexEntry[]>
  /** Rules with a check digit and several kinds of separators, by the layout of the usual format. */
  readonly byLayout: ReadonlyMap<string, readonly IndexEntry[]>
  readonly byLength: ReadonlyMap<number, readonly IndexEntry[]>
}

type IndexEntry = { readonly country: CompiledCountry; readonly rule: CompiledRule }

function shapeOf(text: string): string {
  return text.replace(/[0-9A-Za-z]/g, '#')
}

export function buildIndex(countries: readonly CompiledCountry[]): CountryIndex {
  const byPrefix = new Map<string, IndexEntry[]>()
  const byLayout = new Map<string, IndexEntry[]>()
  const byLength = new Map<number, IndexEntry[]>()
  const put = <K>(map: Map<K, IndexEntry[]>, key: K, entry: IndexEntry) => {
    const entries = map.get(key)
    if (entries === undefined) map.set(key, [entry])
    else if (!entries.includes(entry)) entries.push(entry)
  }
  for (const country of countries) {
    for (const rule of country.rules) {
      const entry = { country, rule }
      const { check } = rule.identifier
      const prefix = rule.prefixes[0]
      const ownPrefix = prefix !== undefined && (prefix.startsWith(country.code) || prefix === 'EL')
      if (ownPrefix && check !== 'none') put(byPrefix, prefix.slice(0, 2), entry)
      if (check !== 'checksum') continue
      for (const { pattern, mask, layout, proven } of rule.forms) {
        if (proven) continue
        if (mask !== undefined && layout !== undefined && kindsOfSeparators(mask) > 1)
          put(byLayout, shapeOf(mask), entry)
        if (pattern.length > 7 && isUncommon(pattern, rule)) put(byLength, pattern.length, entry)
      }
    }
  }
  return { byPrefix, byLayout, byLength }
}

function kindsOfSeparators(mask: string): number {
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

export function findByPrefix(
  index: CountryIndex,
  requested: CompiledCountry,
  text: string,
  today: string,
): OtherMatch | undefined {
  return onlyOne(index.byPrefix.get(text.slice(0, 2)), requested, text, today)
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
