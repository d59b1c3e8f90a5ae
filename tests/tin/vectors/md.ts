import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'MD.IDNO': {
    valid: ['1008600038413', '1002600003778', '2009000012345', '0980000001231'],
    invalid: ['1008600038412', '100860003841', '2009000012346', '10086000384130'],
  },
  'MD.VAT': { valid: ['0608310', '0200021'], invalid: ['060831', '06083101', '060831A', '0000000'] },
}
