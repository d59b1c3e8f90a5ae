export const endpoints = {
  validate: { method: 'post', path: '/api/tinproof/validate' },
  createSandboxToken: { method: 'post', path: '/api/tinproof/sandbox-token' },
  createBatch: { method: 'post', path: '/api/tinproof/batches' },
  listBatches: { method: 'get', path: '/api/tinproof/batches' },
  estimateBatch: { method: 'post', path: '/api/tinproof/batches/estimate' },
  getBatch: { method: 'get', path: '/api/tinproof/batches/{batchId}' },
  getBatchResults: { method: 'get', path: '/api/tinproof/batches/{batchId}/results' },
  cancelBatch: { method: 'post', path: '/api/tinproof/batches/{batchId}/cancel' },
  retryBatch: { method: 'post', path: '/api/tinproof/batches/{batchId}/retry' },
  deleteBatch: { method: 'delete', path: '/api/tinproof/batches/{batchId}' },
  listCountries: { method: 'get', path: '/api/tinproof/countries' },
  listRegisters: { method: 'get', path: '/api/tinproof/registers' },
  readHealth: { method: 'get', path: '/api/health' },
} as const
export type EndpointId = keyof typeof endpoints
