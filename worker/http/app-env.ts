import type { BaseContext } from '#worker/base-context.ts'
import type { Context } from '#worker/context.ts'
import type { ErrorCode } from '#worker/errors.ts'
import type { PlatformRole } from '#worker/membership/constants.ts'
import type { Membership } from '#worker/membership/membership.ts'
import type { Caller } from '#worker/quota/authorization.ts'

export type SignedIn = {
  sid: string
  user: {
    id: number
    email: string
    role: PlatformRole | null
    isPlatformAdmin: boolean
    hasTwoFactor: boolean
    /** Would be a platform administrator with two-factor sign-in on. */
    needsTwoFactor: boolean
    firstName: string | null
    lastName: string | null
    timeZone: string | null
    createdAt: Date
  }
  isConfirmed: boolean
  /** In the requested organization, by default the user's first; null if the user isn't a member. */
  membership: (Membership & { tokenHash: string | undefined }) | null
}

export type Identity = {
  organizationId: string
  userId: number | null
  /** A test token sees only what test tokens made. */
  isTest: boolean
  tokenHash?: string
  caller?: Caller
}

export type AppEnv = {
  Bindings: object
  Variables: {
    base: BaseContext
    ctx: Context
    startedAt: number
    identity?: Identity
    isSandbox?: boolean
    errorCode?: ErrorCode
    signedIn: SignedIn
    membership: Membership
  }
}
