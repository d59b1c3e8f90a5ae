import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'IT.IVA': {
    valid: ['IT 00743110157', '07643520567', 'IT 00159560366'],
    invalid: ['00743110158', '00000000000', '07643525567', '0743110157'],
  },
  'IT.CF': {
    valid: ['RSSMRA85T10A562S', 'MRTMTT91D08F205J', 'RCCMNL83S18D969H', 'RSSMRA85T10A56NH', '80078750587'],
    invalid: [
      'RSSMRA85T10A562T',
      'RSSMRA85T32A562S',
      'RSSMRA85F10A562S',
      'RSSMRA85B30A562S',
      '80078750588',
      'RSSMRA85T10A562',
    ],
  },
}
