import { countryWithOneType } from '../country-rule.ts'

export const nr = countryWithOneType(
  { code: 'NR', name: 'Nauru', adjective: 'Nauruan' },
  {
    id: 'NR.TIN',
    name: 'Tax Identification Number',
    // OECD AEOI TIN page of Nauru: a nine-digit number for employers and employees.
    forms: [{ pattern: 'ddddddddd' }],
  },
)
