import { describe, expect, it } from 'vitest'
import { filterOptions } from '#web/ui/filter-options.ts'

const countries = [
  { value: 'AT', code: 'AT', label: 'Austria' },
  { value: 'CI', code: 'CI', label: 'Côte d’Ivoire' },
  { value: 'DE', code: 'DE', label: 'Germany' },
  { value: 'DK', code: 'DK', label: 'Denmark' },
  { value: 'GB', code: 'GB', label: 'United Kingdom', keywords: ['Britain', 'England'] },
  { value: 'NL', code: 'NL', label: 'Netherlands' },
  { value: 'SE', code: 'SE', label: 'Sweden' },
]
const found = (query: string) => filterOptions(countries, query).map(({ value }) => value)

describe('combobox filter', () => {
  it('shows everything for an empty query', () => {
    expect(found('  ')).toHaveLength(countries.length)
  })

  it('ranks an exact code above names that start with it', () => {
    expect(found('de')).toEqual(['DE', 'DK', 'SE'])
  })

  it('matches the start of any word, ignoring accents and case', () => {
    expect(found('king')).toEqual(['GB'])
    expect(found('COTE')).toEqual(['CI'])
    expect(found('ivoire')).toEqual(['CI'])
  })

  it('matches keywords', () => {
    expect(found('brit')).toEqual(['GB'])
  })

  it('ranks an exact alias above a label that starts with it, and a keyword below', () => {
    const options = [
      { value: 'UA', code: 'UA', label: 'Ukraine' },
      { value: 'GB', code: 'GB', label: 'United Kingdom', aliases: ['UK'] },
      { value: 'IN', code: 'IN', label: 'India', keywords: ['UK'] },
    ]
    expect(filterOptions(options, 'uk').map(({ value }) => value)).toEqual(['GB', 'UA', 'IN'])
  })

  it('returns nothing without a match', () => {
    expect(found('atlantis')).toEqual([])
  })
})
