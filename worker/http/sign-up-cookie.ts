import type { Context as HonoContext } from 'hono'
import { VERIFICATION_LIFE_SECONDS } from '#worker/accounts/contract.ts'
import type { AppEnv } from './app-env.ts'
import { clearHostCookie, readHostCookie, setHostCookie } from './host-cookie.ts'

const NAME = 'signup'

export const setSignUpCookie = (c: HonoContext<AppEnv>, secret: string) =>
  setHostCookie(c, NAME, secret, VERIFICATION_LIFE_SECONDS)

export const readSignUpCookie = (c: HonoContext<AppEnv>) => readHostCookie(c, NAME)

export const clearSignUpCookie = (c: HonoContext<AppEnv>) => clearHostCookie(c, NAME)
