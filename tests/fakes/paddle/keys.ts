/** The prices of the plans, in cents a month. */
export const PADDLE_PRICES = {
  PRO: { id: `pri_01tinproofpro${'0'.repeat(13)}`, cents: 4_900 },
  ENTERPRISE: { id: `pri_01tinproofenterprise${'0'.repeat(6)}`, cents: 14_900 },
} as const

/** A price that belongs to no plan. */
export const OTHER_PRICE_ID = `pri_01legacy${'0'.repeat(18)}`

export type PaidPlan = keyof typeof PADDLE_PRICES

const API_KEY = 'pdl_sdbx_apikey_'
const CLIENT_TOKEN = 'test_'
const SECRET = 'pdl_ntfset_'

/** Signs the webhooks of a namespace. */
export const webhookSecretOf = (namespace: string) => `${SECRET}${namespace}_current`

/** The namespace of an API key or a client token. Undefined if the key is not one of the sandbox. */
export function namespaceOfKey(key: string): string | undefined {
  const prefix = [API_KEY, CLIENT_TOKEN].find((one) => key.startsWith(one))
  return prefix && key.slice(prefix.length)
}

/** A Worker's keys: each namespace is an account of its own at Paddle. */
export const paddleKeys = (namespace: string) => ({
  PADDLE_API_KEY: `${API_KEY}${namespace}`,
  PADDLE_CLIENT_TOKEN: `${CLIENT_TOKEN}${namespace}`,
  PADDLE_WEBHOOK_SECRETS: webhookSecretOf(namespace),
})
