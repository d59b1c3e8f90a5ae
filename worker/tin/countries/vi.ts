import type { CountryRule } from '../country-rule.ts'
import { federalNumber } from './us.ts'

/** 48 U.S.C. 1397: the income tax laws of the United States apply in the Virgin Islands. */
export const vi: CountryRule = {
  code: 'VI',
  name: 'US Virgin Islands',
  adjective: 'US Virgin Islands',
  rules: () => [federalNumber('VI')],
}
