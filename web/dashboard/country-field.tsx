import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import type { Countries } from './use-countries.ts'

type CountryFieldProps = {
  countries: Countries
  value: string | undefined
  onValueChange: (country: string) => void
}

type CountryComboboxProps = CountryFieldProps & { onApproach?: () => void }

export function CountryCombobox({ countries: { options, error }, ...props }: CountryComboboxProps) {
  const reason = error ? "The countries didn't load." : 'Loading the countries...'
  return (
    <Combobox
      options={options ?? []}
      placeholder="Select a country"
      searchPlaceholder="Search countries"
      emptyText={options ? 'No country matches.' : reason}
      {...props}
    />
  )
}

/** In place of the countries that didn't load. */
export function CountriesFailure({ countries: { error, retry } }: { countries: Countries }) {
  if (!error) return null
  return (
    <p role="alert" className="text-sm">
      The countries didn't load.{' '}
      <Button variant="secondary" size="sm" onClick={retry}>
        Retry
      </Button>
    </p>
  )
}

/** For the numbers of a list that name no country themselves. */
export function DefaultCountryField(props: CountryFieldProps) {
  return (
    <>
      <Field label="Country for numbers without one" optional>
        <CountryCombobox {...props} />
      </Field>
      <CountriesFailure countries={props.countries} />
    </>
  )
}
