import { countryWithOneType } from '../country-rule.ts'

export const vu = countryWithOneType(
  { code: 'VU', name: 'Vanuatu', adjective: 'Vanuatu' },
  {
    id: 'VU.TIN',
    name: 'Tax identification number',
    names: ['CT number'],
    kinds: ['tin', 'vat'],
    // Department of Customs and Inland Revenue: TINs replaced CT numbers in 2020, which have had six digits since 2009.
    forms: [
      { pattern: 'dddddd' },
      {
        pattern: 'ddddd',
        old: 'Numbers from before 2009 had five digits; since then, each has another one.',
      },
    ],
  },
)
