import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {
  'AL.NIPT': {
    valid: ['J91402501L', 'AL J 91402501 L', 'k22218003v', 'I05101999Q', 'L42307014K'],
    invalid: ['J91402501', 'Z22218003V', 'J91432501L', 'J91400501L', 'JA1402501L', 'J914025012'],
  },
}
