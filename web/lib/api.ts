import type { Credentials, Registration, User } from '#worker/accounts/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import type { CreatedToken, CreateToken, Schedule } from '#worker/tokens/contract.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { request } from './request.ts'

export type Registered = { user: User; organization: OrganizationDetail }
export type DeletedToken = { id: number; deleteAt: string | null }

const segment = encodeURIComponent

/** The calls that change something; what is read comes from the hooks of swr.ts. */
export const api = {
  login: (credentials: Credentials) => request<User>('/api/login', { method: 'POST', body: credentials }),
  register: (input: Registration) => request<Registered>('/api/register', { method: 'POST', body: input }),
  logout: () => request<undefined>('/api/logout', { method: 'POST' }),

  createToken: (organizationId: string, input: CreateToken) =>
    request<CreatedToken>('/api/tokens', {
      method: 'POST',
      organizationId,
      body: { ...input, organizationId },
    }),
  /** At once, or after `schedule`; `deleteAt` tells which. */
  deleteToken: (organizationId: string, tokenId: number, schedule?: Schedule) => {
    const query = new URLSearchParams({ organizationId, ...(schedule ? { schedule } : {}) })
    return request<DeletedToken>(`/api/tokens/${segment(tokenId)}?${query}`, {
      method: 'DELETE',
      organizationId,
    })
  },

  validate: (organizationId: string, input: Omit<ValidateRequest, 'organizationId'>, signal?: AbortSignal) =>
    request<ValidationResponse>('/api/tinproof/validate', {
      method: 'POST',
      organizationId,
      body: { ...input, organizationId },
      ...(signal ? { signal } : {}),
    }),
}
