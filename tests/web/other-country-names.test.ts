import { expect, it } from 'vitest'
import { otherCountryNames } from '#web/lib/other-country-names.ts'
import { filterOptions } from '#web/ui/filter-options.ts'
import { countryInSentence } from '#worker/tin/contract/country-in-sentence.ts'
import { countries } from '#worker/tin/index.ts'

const options = countries.map(({ code, name }) => ({
  value: code,
  code,
  label: name,
  aliases: otherCountryNames(code),
}))

it.each([
  ['uk', 'GB'],
  ['GB', 'GB'],
  ['England', 'GB'],
  ['scotland', 'GB'],
  ['usa', 'US'],
  ['America', 'US'],
  ['Holland', 'NL'],
  ['UAE', 'AE'],
  ['Korea', 'KR'],
  ['EL', 'GR'],
  ['Deutschland', 'DE'],
  ['España', 'ES'],
  ['espana', 'ES'],
  ['日本', 'JP'],
  ['Österreich', 'AT'],
  ['Suisse', 'CH'],
  ['schweiz', 'CH'],
  ['Polska', 'PL'],
  ['Ελλάδα', 'GR'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
])('offers the country first for %s', (query, code) => {
  expect(filterOptions(options, query)[0]?.value).toBe(code)
})

it.each([
  'Belgium',
  'the Netherlands',
  'the United States',
  'the Dominican Republic',
  'the Cayman Islands',
  'Gabon',
])('writes %s within a sentence', (written) => {
  expect(countryInSentence(written.replace('the ', ''))).toBe(written)
})
