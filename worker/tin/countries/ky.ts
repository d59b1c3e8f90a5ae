import { countryWithoutTins } from '../country-rule.ts'

export const ky = countryWithoutTins({ code: 'KY', name: 'Cayman Islands', adjective: 'Caymanian' })
