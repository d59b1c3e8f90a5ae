import { federalNumber } from '../checks/federal-number.ts'
import type { CountryRule } from '../country-rule.ts'

/** American Samoa Code, 11.0403: the Internal Revenue Code of the United States applies. */
export const americanSamoa: CountryRule = {
  code: 'AS',
  name: 'American Samoa',
  adjective: 'American Samoan',
  rules: () => [federalNumber('AS')],
}
