import { expectDigit } from '../checks/digits.ts'
import { luhnDigit } from '../checks/luhn.ts'
import { countryWithOneType } from '../country-rule.ts'

export const gn = countryWithOneType(
  { code: 'GN', name: 'Guinea', adjective: 'Guinean', labels: ['NIF'] },
  {
    id: 'GN.NIFP',
    label: 'NIFp',
    name: 'Permanent tax identification number',
    localName: 'Numéro d’Identification Fiscale permanent',
    kinds: ['tin', 'vat'],
    check: 'checksum',
    forms: [{ pattern: 'ddddddddd', mask: '###-###-###' }],
    // Direction générale des impôts, "Cahier de charges NIF-p": Luhn.
    verify: (n) => expectDigit(n, 8, luhnDigit(n, 0, 8)),
  },
)
