import type { CountryVectors } from '../country-vectors.ts'

export const vectors: CountryVectors = {}
