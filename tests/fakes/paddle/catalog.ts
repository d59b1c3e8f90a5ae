import { OTHER_PRICE_ID, PADDLE_PRICES } from './keys.ts'

export const CURRENCY = 'USD' as const
export const MONTHLY = { interval: 'month', frequency: 1 } as const

const CREATED = '2026-01-05T09:00:00.000Z'

const entry = (id: string, name: string, cents: number) => {
  const productId = id.replace(/^pri_/, 'pro_')
  return {
    price: {
      id,
      description: `${name}, monthly`,
      type: 'standard' as const,
      name,
      billing_cycle: MONTHLY,
      unit_price: { amount: String(cents), currency_code: CURRENCY },
      quantity: { minimum: 1, maximum: 1 },
      status: 'active' as const,
      custom_data: null,
      created_at: CREATED,
      updated_at: CREATED,
    },
    product: {
      id: productId,
      name: `Tinproof ${name}`,
      description: null,
      type: 'standard' as const,
      custom_data: null,
      status: 'active' as const,
      created_at: CREATED,
      updated_at: CREATED,
    },
  }
}

export type CatalogEntry = ReturnType<typeof entry>

/** The prices of the plans, and one that no plan has. */
const entries = [
  entry(PADDLE_PRICES.PRO.id, 'PRO', PADDLE_PRICES.PRO.cents),
  entry(PADDLE_PRICES.ENTERPRISE.id, 'ENTERPRISE', PADDLE_PRICES.ENTERPRISE.cents),
  entry(OTHER_PRICE_ID, 'Legacy', 900),
]

export const catalog: ReadonlyMap<string, CatalogEntry> = new Map(entries.map((one) => [one.price.id, one]))

/** The share of tax by country. Businesses with a tax ID pay none. */
const taxRates: Readonly<Record<string, number>> = { AT: 0.2, BE: 0.21, DE: 0.19, FR: 0.2, GB: 0.2, NL: 0.21 }

export const taxRateOf = (country: string, taxIdentifier: string | null) =>
  taxIdentifier ? 0 : (taxRates[country] ?? 0)
