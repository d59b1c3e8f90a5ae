/** The calls that an API token or nobody needs, by operationId. */
export const calls = {
  validate: { method: 'post', path: '/api/tinproof/validate' },
  listCountries: { method: 'get', path: '/api/tinproof/countries' },
  listRegisters: { method: 'get', path: '/api/tinproof/registers' },
  readHealth: { method: 'get', path: '/api/health' },
} as const
export type CallId = keyof typeof calls
