const api = '/api/tinproof'
const batches = `${api}/batches`
const monitors = `${api}/monitors`
const records = `${api}/records`
const validations = `${api}/validations`

export const endpoints = {
  validate: { tag: 'Validation', method: 'post', path: `${api}/validate` },
  getValidation: { tag: 'Validation', method: 'get', path: `${validations}/{validationId}` },
  deleteValidation: { tag: 'Validation', method: 'delete', path: `${validations}/{validationId}` },
  listRecords: { tag: 'Records', method: 'get', path: records },
  exportRecords: { tag: 'Records', method: 'get', path: `${records}/export` },
  getRecord: { tag: 'Records', method: 'get', path: `${records}/{recordId}` },
  deleteRecord: { tag: 'Records', method: 'delete', path: `${records}/{recordId}` },
  createSandboxToken: { tag: 'Sandbox', method: 'post', path: `${api}/sandbox-token` },
  createBatch: { tag: 'Batches', method: 'post', path: batches },
  listBatches: { tag: 'Batches', method: 'get', path: batches },
  estimateBatch: { tag: 'Batches', method: 'post', path: `${batches}/estimate` },
  getBatch: { tag: 'Batches', method: 'get', path: `${batches}/{batchId}` },
  deleteBatch: { tag: 'Batches', method: 'delete', path: `${batches}/{batchId}` },
  getBatchResults: { tag: 'Batches', method: 'get', path: `${batches}/{batchId}/results` },
  cancelBatch: { tag: 'Batches', method: 'post', path: `${batches}/{batchId}/cancel` },
  retryBatch: { tag: 'Batches', method: 'post', path: `${batches}/{batchId}/retry` },
  createMonitor: { tag: 'Monitoring', method: 'post', path: monitors },
  listMonitors: { tag: 'Monitoring', method: 'get', path: monitors },
  importMonitors: { tag: 'Monitoring', method: 'post', path: `${monitors}/import` },
  getMonitor: { tag: 'Monitoring', method: 'get', path: `${monitors}/{monitorId}` },
  updateMonitor: { tag: 'Monitoring', method: 'patch', path: `${monitors}/{monitorId}` },
  deleteMonitor: { tag: 'Monitoring', method: 'delete', path: `${monitors}/{monitorId}` },
  checkMonitor: { tag: 'Monitoring', method: 'post', path: `${monitors}/{monitorId}/check` },
  listEvents: { tag: 'Webhooks', method: 'get', path: `${api}/events` },
  listCountries: { tag: 'Coverage', method: 'get', path: `${api}/countries` },
  listRegisters: { tag: 'Coverage', method: 'get', path: `${api}/registers` },
  readHealth: { tag: 'Service', method: 'get', path: '/api/health' },
} as const

export type EndpointId = keyof typeof endpoints

const shortSlugs: Partial<Record<EndpointId, string>> = {
  createSandboxToken: 'sandbox-token',
  getBatchResults: 'batch-results',
  listCountries: 'countries',
  listRegisters: 'registers',
  readHealth: 'health',
}
export const slugOf = (id: EndpointId): string =>
  shortSlugs[id] ?? id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const every = Object.keys(endpoints) as readonly EndpointId[]
const within = (path: string) => every.filter((id) => endpoints[id].path.startsWith(path))
export const batchCalls = within(batches)
export const recordCalls = within(records)
export const monitorCalls = within(monitors)
export const pendingCalls = within(validations)
