import type { CountryRule } from '../country-rule.ts'
import { federalNumber } from './us.ts'

/** 48 U.S.C. 1421i: the income tax laws of the United States apply in Guam. */
export const gu: CountryRule = {
  code: 'GU',
  name: 'Guam',
  adjective: 'Guamanian',
  rules: () => [federalNumber('GU')],
}
