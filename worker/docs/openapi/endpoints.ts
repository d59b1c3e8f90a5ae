const api = '/api/tinproof'
const batches = `${api}/batches`
const monitors = `${api}/monitors`
const records = `${api}/records`
const validations = `${api}/validations`

export const endpoints = {
  validate: { tag: 'Validation', method: 'post', path: `${api}/validate`, slug: 'validate' },
  getValidation: {
    tag: 'Validation',
    method: 'get',
    path: `${validations}/{validationId}`,
    slug: 'get-validation',
  },
  deleteValidation: {
    tag: 'Validation',
    method: 'delete',
    path: `${validations}/{validationId}`,
    slug: 'delete-validation',
  },
  listRecords: { tag: 'Records', method: 'get', path: records, slug: 'list-records' },
  exportRecords: { tag: 'Records', method: 'get', path: `${records}/export`, slug: 'export-records' },
  getRecord: { tag: 'Records', method: 'get', path: `${records}/{recordId}`, slug: 'get-record' },
  deleteRecord: { tag: 'Records', method: 'delete', path: `${records}/{recordId}`, slug: 'delete-record' },
  createSandboxToken: { tag: 'Sandbox', method: 'post', path: `${api}/sandbox-token`, slug: 'sandbox-token' },
  createBatch: { tag: 'Batches', method: 'post', path: batches, slug: 'create-batch' },
  listBatches: { tag: 'Batches', method: 'get', path: batches, slug: 'list-batches' },
  estimateBatch: { tag: 'Batches', method: 'post', path: `${batches}/estimate`, slug: 'estimate-batch' },
  getBatch: { tag: 'Batches', method: 'get', path: `${batches}/{batchId}`, slug: 'get-batch' },
  deleteBatch: { tag: 'Batches', method: 'delete', path: `${batches}/{batchId}`, slug: 'delete-batch' },
  getBatchResults: {
    tag: 'Batches',
    method: 'get',
    path: `${batches}/{batchId}/results`,
    slug: 'batch-results',
  },
  cancelBatch: { tag: 'Batches', method: 'post', path: `${batches}/{batchId}/cancel`, slug: 'cancel-batch' },
  retryBatch: { tag: 'Batches', method: 'post', path: `${batches}/{batchId}/retry`, slug: 'retry-batch' },
  createMonitor: { tag: 'Monitoring', method: 'post', path: monitors, slug: 'create-monitor' },
  listMonitors: { tag: 'Monitoring', method: 'get', path: monitors, slug: 'list-monitors' },
  importMonitors: { tag: 'Monitoring', method: 'post', path: `${monitors}/import`, slug: 'import-monitors' },
  getMonitor: { tag: 'Monitoring', method: 'get', path: `${monitors}/{monitorId}`, slug: 'get-monitor' },
  updateMonitor: {
    tag: 'Monitoring',
    method: 'patch',
    path: `${monitors}/{monitorId}`,
    slug: 'update-monitor',
  },
  deleteMonitor: {
    tag: 'Monitoring',
    method: 'delete',
    path: `${monitors}/{monitorId}`,
    slug: 'delete-monitor',
  },
  checkMonitor: {
    tag: 'Monitoring',
    method: 'post',
    path: `${monitors}/{monitorId}/check`,
    slug: 'check-monitor',
  },
  listEvents: { tag: 'Webhooks', method: 'get', path: `${api}/events`, slug: 'list-events' },
  listCountries: { tag: 'Coverage', method: 'get', path: `${api}/countries`, slug: 'countries' },
  listRegisters: { tag: 'Coverage', method: 'get', path: `${api}/registers`, slug: 'registers' },
  readHealth: { tag: 'Service', method: 'get', path: '/api/health', slug: 'health' },
} as const

export type EndpointId = keyof typeof endpoints
export const every = Object.keys(endpoints) as readonly EndpointId[]
const within = (path: string) => every.filter((id) => endpoints[id].path.startsWith(path))
export const batchCalls = within(batches)
export const recordCalls = within(records)
export const monitorCalls = within(monitors)
export const pendingCalls = within(validations)
