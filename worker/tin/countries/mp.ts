import type { CountryRule } from '../country-rule.ts'
import { federalNumber } from './us.ts'

/** 48 U.S.C. 1801 note, section 601: the income tax laws of the United States apply as they do in Guam. */
export const mp: CountryRule = {
  code: 'MP',
  name: 'Northern Mariana Islands',
  adjective: 'Northern Marianan',
  rules: () => [federalNumber('MP')],
}
