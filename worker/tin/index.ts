export { confidenceOf } from './confidence.ts'
export { countries, matchTin, validateTin } from './engine.ts'
export * from './types.ts'
