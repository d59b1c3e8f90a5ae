import { useMemo } from 'react'
import { otherCountryNames } from '#web/lib/other-country-names.ts'
import { useCountryTable } from '#web/lib/swr.ts'
import type { ComboboxOption } from '#web/ui/filter-options.ts'
import { countryAliases } from '#worker/tin/contract/country-aliases.ts'
import type { DescribedCountry } from '#worker/validation/contract.ts'

export type Countries = {
  readonly options: readonly ComboboxOption[] | undefined
  readonly countryOf: (code: string) => DescribedCountry | undefined
  /** Any code until the countries are loaded: the server refuses those that it doesn't support. */
  readonly isCountry: (code: string) => boolean
  readonly error: Error | undefined
  readonly retry: () => void
}

function optionOf({ code, name, types }: DescribedCountry): ComboboxOption {
  return {
    value: code,
    code,
    label: name,
    aliases: otherCountryNames(code),
    keywords: types.flatMap(({ label, localName }) => [label, ...(localName ? [localName] : [])]),
  }
}

export function useCountries(isNeeded = true): Countries {
  const { data: table, error, retry } = useCountryTable(isNeeded)
  const { options, byCode } = useMemo(
    () => ({
      options: table?.countries
        .map(optionOf)
        .sort((left, right) => left.label.localeCompare(right.label, 'en-US')),
      byCode: new Map(table?.countries.map((country) => [country.code, country])),
    }),
    [table],
  )
  return {
    options,
    countryOf: (code) => byCode.get(code),
    isCountry: (code) => !options || byCode.has(code) || code in countryAliases,
    error,
    retry,
  }
}
