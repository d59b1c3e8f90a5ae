import { Hono } from 'hono'
import type { AppEnv } from '#worker/http/app-env.ts'
import { body } from '#worker/http/input.ts'
import { demoPaymentSchema } from './contract.ts'
import { payDemo } from './pay-demo.ts'

/** For anyone: the demo page needs no account. */
export const demoRoutes = new Hono<AppEnv>().post('/paddle/demo-payment', body(demoPaymentSchema), (c) =>
  c.json(payDemo(c.get('ctx').settings)),
)
