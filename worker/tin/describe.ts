import { lengthInWords, runsOf } from './explain.ts'
import { type Ready, readyCountry } from './rule.ts'
import { table } from './table.ts'
import type { CountryDescription, Format, IdentifierDescription } from './types.ts'

function writtenPlace(place: string, sets: Ready['sets']): string {
  if (place === 'd' || /^\d+$/.test(sets[place] ?? '')) return '#'
  if (place === 'x') return '?'
  if (place === 'a') return '@'
  const set = sets[place]
  if (set === undefined) return place
  return /\d/.test(set) ? '?' : '@'
}

function expressionPlace(place: string, sets: Ready['sets']): string {
  if (place === 'd') return '[0-9]'
  if (place === 'a') return '[A-Z]'
  if (place === 'x') return '[0-9A-Z]'
  const set = sets[place]
  if (set === undefined) return place.replace(/[*+]/, '\\$&')
  const runs = runsOf(set).map((run) => (run.length > 2 ? `${run.charAt(0)}-${run.slice(-1)}` : run))
  return `[${runs.join('')}]`
}

function formatsOf({ prefixes, sets, forms }: Ready): Format[] {
  // Other forms are turned into one of these before they are kept.
  return forms
    .filter((form) => form.canonical === undefined)
    .map(({ pattern, mask }) => {
      const places = Array.from(pattern)
      let next = 0
      const written = (mask ?? `${prefixes[0] ?? ''}${'#'.repeat(pattern.length)}`).replace(/#/g, () =>
        writtenPlace(places[next++] ?? '', sets),
      )
      const runs = places
        .map((place) => expressionPlace(place, sets))
        .join('')
        .replace(/(\[[^\]]+\])\1+/g, (all, one: string) => `${one}{${all.length / one.length}}`)
      return { written, pattern: `^${runs}$` }
    })
}

function describeIdentifier(rule: Ready): IdentifierDescription {
  return {
    ...rule.identifier,
    length: rule.forms.length === 0 ? 'none' : lengthInWords(rule),
    prefixes: rule.prefixes,
    formats: formatsOf(rule),
    changes: rule.changes,
  }
}

/** The whole table in words and patterns, for those who call the engine from elsewhere. */
export function describeCountries(): CountryDescription[] {
  return table.map(readyCountry).map(({ code, name, adjective, rules }) => ({
    code,
    name,
    adjective,
    identifiers: rules.map(describeIdentifier),
  }))
}
