import { useEffect, useState } from 'react'
import type { ComboboxOption } from '#web/ui/filter-options.ts'

type Countries = readonly ComboboxOption[]

let loaded: Countries | undefined

async function load(): Promise<Countries> {
  const { countries } = await import('#worker/tin/index.ts')
  loaded = countries
    .map(({ code, name, identifiers }) => ({
      value: code,
      code,
      label: name,
      keywords: identifiers.flatMap(({ label, localName }) => [label, ...(localName ? [localName] : [])]),
    }))
    .sort((left, right) => left.label.localeCompare(right.label, 'en-US'))
  return loaded
}

/** The countries that can be checked, by name. Undefined for the moment in which the engine's tables arrive. */
export function useCountries(): Countries | undefined {
  const [countries, setCountries] = useState(loaded)
  useEffect(() => {
    if (!countries) load().then(setCountries, () => setCountries([]))
  }, [countries])
  return countries
}
