import type { Settings } from '#worker/env.ts'
import { AppError } from '#worker/errors.ts'
import type { PaddleConnection } from '#worker/services/paddle.ts'
import { connectPaddle, type Paddle } from '#worker/services/paddle-api.ts'
import type { PaidPlan } from './contract.ts'

export type PaddleAccount = {
  connection: PaddleConnection
  paddle: Paddle
  environment: Settings['PADDLE_ENVIRONMENT']
  clientToken: string
  scriptUrl: string
  webhookSecrets: readonly string[]
  prices: Readonly<Record<PaidPlan, string>>
}

export function paddleAccount(settings: Settings): PaddleAccount | undefined {
  const {
    PADDLE_API_KEY: apiKey,
    PADDLE_CLIENT_TOKEN: clientToken,
    PADDLE_WEBHOOK_SECRETS: webhookSecrets,
    PADDLE_PRO_PRICE_ID: pro,
    PADDLE_ENTERPRISE_PRICE_ID: enterprise,
  } = settings
  if (!apiKey || !clientToken || !webhookSecrets || !pro || !enterprise) return undefined
  const connection = { url: settings.PADDLE_API_URL, apiKey }
  return {
    connection,
    paddle: connectPaddle(connection),
    environment: settings.PADDLE_ENVIRONMENT,
    clientToken,
    scriptUrl: settings.PADDLE_SCRIPT_URL,
    webhookSecrets,
    prices: { PRO: pro, ENTERPRISE: enterprise },
  }
}

export function requirePaddle(settings: Settings): PaddleAccount {
  const account = paddleAccount(settings)
  if (!account) throw new AppError('NOT_CONFIGURED', { message: "Payments aren't configured." })
  return account
}

/** Undefined for a price that isn't ours, or for two plans at once. */
export function planOf({ prices }: PaddleAccount, priceIds: readonly string[]): PaidPlan | undefined {
  const plans = new Set(
    priceIds.map((id) => (id === prices.PRO ? 'PRO' : id === prices.ENTERPRISE ? 'ENTERPRISE' : undefined)),
  )
  const [plan] = plans
  return plans.size === 1 ? plan : undefined
}
