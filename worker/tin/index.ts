import { createEngine } from './engine.ts'
import { table } from './table.ts'
import type { Country, TinVerdict } from './types.ts'

export { confidenceOf } from './confidence.ts'
export type * from './types.ts'

const engine = createEngine(table)

/** Sorted by code. Types are ordered by how common they are. */
export const countries: readonly Country[] = engine.countries

/**
 * Checks the format without a register. `country` is an ISO code, XI, XK, EU, EL or UK; `type` is an identifier's id
 * or label. Never throws.
 */
export function validateTin(country: string, tin: string, options?: { type?: string }): TinVerdict {
  return engine.validate(country, tin, options)
}
