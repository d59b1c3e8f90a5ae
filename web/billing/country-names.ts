import { countryName } from '#web/lib/country-name.ts'
import { billingCountries } from '#worker/billing/contract.ts'

export const countryOptions = [...billingCountries]
  .map((code) => ({ value: code, code, label: countryName(code) }))
  .sort((left, right) => left.label.localeCompare(right.label, 'en-US'))
