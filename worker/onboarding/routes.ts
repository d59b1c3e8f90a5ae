import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import { memberIdOf, requireMember } from '#worker/http/session.ts'
import { advanceOnboardingSchema } from './contract.ts'
import { advanceOnboarding, readOnboarding } from './onboarding.ts'

export const onboardingRoutes = new Hono<AppEnv>()
  .get('/', requireMember, async (c) => c.json(await readOnboarding(c.get('ctx'), memberIdOf(c))))
  .patch('/', requireMember, body(advanceOnboardingSchema), async (c) => {
    await advanceOnboarding(c.get('ctx'), { ...memberIdOf(c), step: c.req.valid('json').step })
    return c.body(null, 204)
  })
