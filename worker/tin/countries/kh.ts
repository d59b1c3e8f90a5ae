import { countryWithOneType } from '../country-rule.ts'

export const kh = countryWithOneType(
  { code: 'KH', name: 'Cambodia', adjective: 'Cambodian' },
  {
    id: 'KH.VAT',
    label: 'VAT TIN',
    name: 'VAT and tax identification number',
    localName: 'លេខអត្តសញ្ញាណកម្មសារពើពន្ធ',
    kinds: ['vat', 'tin'],
    basis: 'secondary',
    // Sources differ on whether a letter must lead and whether small taxpayers have a tenth digit.
    forms: [
      { pattern: 'xxxxddddddddd', mask: '####-#########' },
      { pattern: 'axxxdddddddddd', mask: '####-##########' },
    ],
  },
)
