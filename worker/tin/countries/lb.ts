import { countryWithOneType, formsOfLengths } from '../country-rule.ts'

export const lb = countryWithOneType(
  { code: 'LB', name: 'Lebanon', adjective: 'Lebanese', labels: ['الرقم المالي', 'رقم مالي'] },
  {
    id: 'LB.MOF',
    label: 'MOF no.',
    name: 'Registration number at the Ministry of Finance',
    localName: 'رقم التسجيل في وزارة المالية',
    noun: 'MOF number',
    kinds: ['tin', 'vat'],
    basis: 'secondary',
    // Those registered for VAT write -601 behind the number.
    forms: [...formsOfLengths('d', 1, 8, '601', '-'), ...formsOfLengths('d', 3, 11)],
  },
)
