export const endpoints = {
  validate: { method: 'post', path: '/api/tinproof/validate' },
  createSandboxToken: { method: 'post', path: '/api/tinproof/sandbox-token' },
  listCountries: { method: 'get', path: '/api/tinproof/countries' },
  listRegisters: { method: 'get', path: '/api/tinproof/registers' },
  readHealth: { method: 'get', path: '/api/health' },
} as const
export type EndpointId = keyof typeof endpoints
