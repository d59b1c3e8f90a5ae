import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'EE.KMKR': {
    valid: ['EE100931558', '100594102', 'ee 100 366 327', 'EE100207415'],
    invalid: ['EE100931559', 'EE10093155', 'EE1009315580', 'LV100931558'],
  },
  'EE.REGISTRIKOOD': {
    valid: ['12417834', '70000349', '80040344', '90000009'],
    invalid: ['12417835', '02417834', '1241783', '1241 7834 0'],
    lets: {
      share: 0.03,
      reason: 'a second round takes over where the first has no digit',
    },
  },
  'EE.ISIKUKOOD': {
    valid: ['37605030299', '36805280109', '20312240119', '18001010270'],
    invalid: ['37605030298', '37613030299', '30002300299', '97605030299', '00000000000', '3760503029'],
    lets: {
      share: 0.02,
      reason: 'a second round takes over where the first has no digit',
    },
  },
}
