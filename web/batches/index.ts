export { batchesQuery } from './batch-queries.ts'
export { batchPath } from './batch-state.ts'
