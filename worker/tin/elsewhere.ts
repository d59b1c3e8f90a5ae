import { accept, formatted, isDoubtful, type Match } from './match.ts'
import type { Ready, ReadyCountry } from './rule.ts'
import type { Suggestion } from './types.ts'

/** A number that is right, but not for the country or the type that it was given for. */
export type Elsewhere = { readonly country: ReadyCountry; readonly match: Match }

/** The first other type of the country whose check digit vouches for the text. */
export function ofOtherType(
  country: ReadyCountry,
  asked: readonly Ready[],
  text: string,
): Elsewhere | undefined {
  for (const rule of country.rules) {
    if (asked.includes(rule) || rule.identifier.check !== 'checksum') continue
    const match = accept(rule, text)
    if (match !== undefined && !isDoubtful(match)) return { country, match }
  }
  return undefined
}

/** The rules of all countries, by what a number that strayed to another country shows of them. */
export type Lookup = {
  /** By the first two letters of the customary prefix. */
  readonly byPrefix: ReadonlyMap<string, readonly Place[]>
  /** Those with a check digit and separators of more than one kind, by where these stand in the customary form. */
  readonly byLayout: ReadonlyMap<string, readonly Place[]>
  /** Those with a check digit and letters besides, by length. */
  readonly byLength: ReadonlyMap<number, readonly Place[]>
}

type Place = { readonly country: ReadyCountry; readonly rule: Ready }

/** The text with every letter and digit as #, so that what stands between them remains. */
function layoutOf(text: string): string {
  return text.replace(/[0-9A-Za-z]/g, '#')
}

export function lookupOf(countries: readonly ReadyCountry[]): Lookup {
  const byPrefix = new Map<string, Place[]>()
  const byLayout = new Map<string, Place[]>()
  const byLength = new Map<number, Place[]>()
  const put = <K>(map: Map<K, Place[]>, key: K, place: Place) => {
    const places = map.get(key)
    if (places === undefined) map.set(key, [place])
    else if (!places.includes(place)) places.push(place)
  }
  for (const country of countries) {
    for (const rule of country.rules) {
      const place = { country, rule }
      const { check } = rule.identifier
      const prefix = rule.prefixes[0]
      const ownPrefix = prefix !== undefined && (prefix.startsWith(country.code) || prefix === 'EL')
      if (ownPrefix && check !== 'none') put(byPrefix, prefix.slice(0, 2), place)
      if (check !== 'checksum') continue
      for (const { pattern, mask, separated } of rule.forms) {
        if (mask !== undefined && separated && kindsOfSeparators(mask) > 1)
          put(byLayout, layoutOf(mask), place)
        if (pattern.length > 7 && lettersIn(pattern, rule) > 1) put(byLength, pattern.length, place)
      }
    }
  }
  return { byPrefix, byLayout, byLength }
}

function kindsOfSeparators(mask: string): number {
  return new Set(mask.replace(/[#0-9A-Z]/g, '')).size
}

/** How many places of the pattern take no digit. */
function lettersIn(pattern: string, { sets }: Ready): number {
  return Array.from(pattern).filter((place) => !/[dx0-9]/.test(place) && !/\d/.test(sets[place] ?? '')).length
}

/** The one other country by whose prefix the text begins, if it is a number of it; undefined where none or several fit. */
export function byPrefix(lookup: Lookup, asked: ReadyCountry, text: string): Elsewhere | undefined {
  return onlyOne(lookup.byPrefix.get(text.slice(0, 2)), asked, text)
}

/**
 * The one other country whose number the text is by a make-up that chance hardly explains: a check digit together with
 * letters or with the customary separators. Undefined where none or several fit.
 */
export function byMakeUp(
  lookup: Lookup,
  asked: ReadyCountry,
  text: string,
  typed: string,
): Elsewhere | undefined {
  const laidOut =
    typed.length > text.length ? onlyOne(lookup.byLayout.get(layoutOf(typed)), asked, text) : undefined
  if (laidOut !== undefined || !/[A-Z]/.test(text)) return laidOut
  return onlyOne(lookup.byLength.get(text.length), asked, text)
}

function onlyOne(
  places: readonly Place[] | undefined,
  asked: ReadyCountry,
  text: string,
): Elsewhere | undefined {
  let found: Elsewhere | undefined
  for (const { country, rule } of places ?? []) {
    if (country === asked) continue
    const match = accept(rule, text)
    if (match === undefined || isDoubtful(match)) continue
    if (found !== undefined && found.country !== country) return undefined
    found ??= { country, match }
  }
  return found
}

export function suggestionOf(asked: ReadyCountry, { country, match }: Elsewhere): Suggestion {
  const tin = formatted(match)
  return country === asked ? { tin } : { tin, country: country.code }
}
