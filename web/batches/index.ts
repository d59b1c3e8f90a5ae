export { batchesQuery } from './batch-actions.ts'
export { batchPath } from './batch-state.ts'
