import type {
  ChangePassword,
  Completion,
  Credentials,
  Done,
  ResetCooldown,
  ResetPassword,
  ResetRequested,
  SignUp,
  SignUpStarted,
  User,
  VerificationStatus,
} from '#worker/accounts/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import type { CreatedToken, CreateToken, Schedule } from '#worker/tokens/contract.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

export type Registered = { user: User; organization: OrganizationDetail }
export type DeletedToken = { id: number; deleteAt: string | null }

const segment = encodeURIComponent

/** The calls that change something; what is read comes from the hooks of swr.ts. */
export const api = {
  login: (credentials: Credentials) => request<User>('/api/login', { method: 'POST', body: credentials }),
  startSignUp: (input: SignUp) =>
    request<SignUpStarted>('/api/register/init', { method: 'POST', body: input }),
  /** Only asks; the link of the mail is what verifies. */
  verificationStatus: (email: string) => request<VerificationStatus>(keys.verification(email)),
  completeSignUp: (input: Completion) =>
    request<Registered>('/api/register/complete', { method: 'POST', body: input }),
  forgotPassword: (email: string) =>
    request<ResetRequested>('/api/auth/forgot-password', { method: 'POST', body: { email } }),
  resetCooldown: (email: string) => request<ResetCooldown>(`/api/auth/reset-cooldown/${segment(email)}`),
  resetPassword: (input: ResetPassword) =>
    request<Done>('/api/auth/reset-password', { method: 'POST', body: input }),
  acceptInvitation: (token: string) =>
    request<OrganizationDetail>('/api/invitations/accept', { method: 'POST', body: { token } }),
  logout: () => request<undefined>('/api/logout', { method: 'POST' }),
  changePassword: (input: ChangePassword) =>
    request<Done>('/api/user/change-password', { method: 'POST', body: input }),
  /** Ends every session of the user but this one. */
  endOtherSessions: () => request<undefined>('/api/user/sessions', { method: 'DELETE' }),

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
