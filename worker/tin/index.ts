export { confidenceOf } from './confidence.ts'
export { countries, validateTin } from './engine.ts'
export * from './types.ts'
