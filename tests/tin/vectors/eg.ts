import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'EG.TRN': {
    valid: ['100-531-385', '200 – 131 – 052', '100/377/750', '١٠٠-٥٣١-٣٨٥', '۲۰۰-۱۳۱-۰۵۲'],
    invalid: ['100-531-38', 'VV3456789', '000-000-000'],
  },
}
