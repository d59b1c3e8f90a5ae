import { countryWithoutTins } from '../country-rule.ts'

export const vg = countryWithoutTins({
  code: 'VG',
  name: 'British Virgin Islands',
  adjective: 'Virgin Islands',
})
