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

describe('the filter of the country select', () => {
  it('shows everything for an empty query', () => {
    expect(found('  ')).toHaveLength(countries.length)
  })

  it('puts the exact code before names that begin with it', () => {
    expect(found('de')).toEqual(['DE', 'DK', 'SE'])
  })

  it('finds by the beginning of any word, without accents or case', () => {
    expect(found('king')).toEqual(['GB'])
    expect(found('COTE')).toEqual(['CI'])
    expect(found('ivoire')).toEqual(['CI'])
  })

  it('finds by other words people use', () => {
    expect(found('brit')).toEqual(['GB'])
  })

  it('finds nothing for what is nowhere', () => {
    expect(found('atlantis')).toEqual([])
  })
})
