import type { PlatformRole } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import type { Membership } from '#worker/organizations/membership.ts'

export type SignedIn = {
  sid: string
  user: {
    id: number
    email: string
    role: PlatformRole | null
    /** By role, or because ADMIN_EMAIL is their verified email. */
    isPlatformAdmin: boolean
    createdAt: Date
  }
  /** In the requested organization, or else the user's first; null if the user isn't a member of it. */
  membership: Membership | null
}

export type AppEnv = {
  Bindings: object
  Variables: {
    ctx: Context
    /** Milliseconds since 1970. */
    startedAt: number
    signedIn: SignedIn
    membership: Membership
  }
}
