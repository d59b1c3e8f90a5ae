import type { CountryRule } from '../country-rule.ts'

export const nr: CountryRule = {
  code: 'NR',
  name: 'Nauru',
  adjective: 'Nauruan',
  rules: () => [
    {
      id: 'NR.TIN',
      label: 'TIN',
      name: 'Tax Identification Number',
      check: 'none',
      // OECD AEOI TIN page of Nauru: a nine-digit number for employers and employees.
      forms: [{ pattern: 'ddddddddd' }],
    },
  ],
}
