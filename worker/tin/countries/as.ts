import type { CountryRule } from '../country-rule.ts'
import { federalNumber } from './us.ts'

/** American Samoa Code, 11.0403: the Internal Revenue Code of the United States applies. */
export const americanSamoa: CountryRule = {
  code: 'AS',
  name: 'American Samoa',
  adjective: 'American Samoan',
  rules: () => [federalNumber('AS')],
}
