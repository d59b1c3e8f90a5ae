import { type CompiledRule, compileCountry } from './country-rule.ts'
import { describeLength, runsOf } from './diagnose.ts'
import { table } from './table.ts'
import type { CountryDescription, Format, IdentifierDescription } from './types.ts'

function writtenPlace(place: string, sets: CompiledRule['sets']): string {
  if (place === 'd' || /^\d+$/.test(sets[place] ?? '')) return '#'
  if (place === 'x') return '?'
  if (place === 'a') return '@'
  const set = sets[place]
  if (set === undefined) return place
  return /\d/.test(set) ? '?' : '@'
}

function expressionPlace(place: string, sets: CompiledRule['sets']): string {
  if (place === 'd') return '[0-9]'
  if (place === 'a') return '[A-Z]'
  if (place === 'x') return '[0-9A-Z]'
  const set = sets[place]
  if (set === undefined) return place.replace(/[*+]/, '\\$&')
  const runs = runsOf(set).map((run) => (run.length > 2 ? `${run.charAt(0)}-${run.slice(-1)}` : run))
  return `[${runs.join('')}]`
}

function formatsOf({ prefixes, sets, forms }: CompiledRule): Format[] {
  return forms
    .filter(({ listed }) => listed)
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

function describeIdentifier(rule: CompiledRule): IdentifierDescription {
  return {
    ...rule.identifier,
    length: rule.forms.length === 0 ? 'none' : describeLength(rule),
    prefixes: rule.prefixes,
    formats: formatsOf(rule),
    changes: rule.changes,
  }
}

export function describeCountries(): CountryDescription[] {
  return table.map(compileCountry).map(({ code, name, adjective, rules }) => ({
    code,
    name,
    adjective,
    identifiers: rules.map(describeIdentifier),
  }))
}
