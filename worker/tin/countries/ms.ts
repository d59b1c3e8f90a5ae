import { countryWithoutTins } from '../country-rule.ts'

// OECD AEOI TIN page of Montserrat: a TIN is decided on, but not introduced.
export const ms = countryWithoutTins({ code: 'MS', name: 'Montserrat', adjective: 'Montserratian' })
