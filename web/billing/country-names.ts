import { billingCountries } from '#worker/billing/contract.ts'

const names = new Intl.DisplayNames('en-US', { type: 'region' })

export const countryName = (code: string): string => names.of(code) ?? code

export const countryOptions = [...billingCountries]
  .map((code) => ({ value: code, code, label: countryName(code) }))
  .sort((left, right) => left.label.localeCompare(right.label, 'en-US'))
