import { countryWithoutTins } from '../country-rule.ts'

export const bm = countryWithoutTins({ code: 'BM', name: 'Bermuda', adjective: 'Bermudian' })
