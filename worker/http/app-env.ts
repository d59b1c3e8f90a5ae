import type { PlatformRole } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import type { Membership } from '#worker/organizations/membership.ts'

/** The signed-in user of a request. */
export type SignedIn = {
  sid: string
  user: {
    id: number
    email: string
    role: PlatformRole | null
    /** By role, or by the setting ADMIN_EMAIL for an address that was verified. */
    isPlatformAdmin: boolean
    createdAt: Date
  }
  /** The organization asked for, or the user's first; null when the user belongs to none or not to that one. */
  membership: Membership | null
}

/** What Hono carries through a request. */
export type AppEnv = {
  Bindings: object
  Variables: {
    ctx: Context
    /** Milliseconds since 1970 at which the request arrived. */
    startedAt: number
    signedIn: SignedIn
    membership: Membership
  }
}
