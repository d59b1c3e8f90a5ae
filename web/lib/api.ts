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
import type {
  ChangeRole,
  InvitationSent,
  Invite,
  Member,
  OrganizationDetail,
  OrganizationName,
  OrganizationSettings,
} from '#worker/organizations/contract.ts'
import type { CreatedToken, CreateToken, Schedule, Token } from '#worker/tokens/contract.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

export type Registered = { user: User; organization: OrganizationDetail }
export type DeletedToken = { id: number; deleteAt: string | null }

const segment = (value: string | number) => encodeURIComponent(value)

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

  createOrganization: (input: OrganizationName) =>
    request<OrganizationDetail>('/api/user/organizations', { method: 'POST', body: input }),
  /** What is not given stays as it is; a VAT number that is null is taken out. */
  updateOrganization: (organizationId: string, input: OrganizationSettings) =>
    request<OrganizationDetail>('/api/organization', {
      method: 'PATCH',
      organizationId,
      body: { ...input, organizationId },
    }),
  invite: (organizationId: string, input: Pick<Invite, 'email' | 'role'>) =>
    request<InvitationSent>('/api/organization/invite', {
      method: 'POST',
      organizationId,
      body: { ...input, organizationId },
    }),
  /** A new link by mail; the old one is dead. */
  resendInvitation: (organizationId: string, invitationId: number) =>
    request<InvitationSent>(`/api/organization/invitations/${segment(invitationId)}/resend`, {
      method: 'POST',
      organizationId,
    }),
  revokeInvitation: (organizationId: string, invitationId: number) =>
    request<undefined>(`/api/organization/invitations/${segment(invitationId)}`, {
      method: 'DELETE',
      organizationId,
    }),
  changeRole: (organizationId: string, input: Pick<ChangeRole, 'userId' | 'role'>) =>
    request<Member>('/api/organization/user-role', { method: 'PATCH', organizationId, body: input }),
  removeMember: (organizationId: string, userId: number) =>
    request<undefined>('/api/organization/remove-member', {
      method: 'DELETE',
      organizationId,
      body: { userId },
    }),
  leaveOrganization: (organizationId: string) =>
    request<undefined>('/api/organization/leave', {
      method: 'POST',
      organizationId,
      body: { organizationId },
    }),

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
  /** Takes back a deletion that is not due yet. */
  keepToken: (organizationId: string, tokenId: number) =>
    request<Token>(`/api/tokens/${segment(tokenId)}/schedule`, { method: 'DELETE', organizationId }),

  validate: (organizationId: string, input: Omit<ValidateRequest, 'organizationId'>, signal?: AbortSignal) =>
    request<ValidationResponse>('/api/tinproof/validate', {
      method: 'POST',
      organizationId,
      body: { ...input, organizationId },
      ...(signal ? { signal } : {}),
    }),
}
