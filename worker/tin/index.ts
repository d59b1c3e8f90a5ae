import { createEngine } from './engine.ts'
import { table } from './table.ts'
import type { Country, TinVerdict } from './types.ts'

export { confidenceOf } from './confidence.ts'
export type * from './types.ts'

const engine = createEngine(table)

/** Every country that the engine knows, by code, with its types of number in customary order. */
export const countries: readonly Country[] = engine.countries

/**
 * Says whether `tin` is a tax ID of `country` (ISO code, XI, XK, EU, or a customary alias), and if not, why. Only
 * the number is looked at, no register. `type` is an identifier's id or label. Never throws.
 */
export function validateTin(country: string, tin: string, options?: { type?: string }): TinVerdict {
  return engine.validate(country, tin, options)
}
