import { CURRENCY, catalog } from './catalog.ts'
import { newId, type TransactionItem } from './entities.ts'

const MINUTE = 60_000

/** Paddle prorates to the minute. */
export function prorationAt(period: { starts_at: string; ends_at: string }, at: number) {
  const end = Date.parse(period.ends_at)
  const minutes = (end - Date.parse(period.starts_at)) / MINUTE
  const left = Math.max(Math.floor((end - at) / MINUTE), 0)
  return {
    rate: (left / minutes).toFixed(5),
    billing_period: { starts_at: new Date(at).toISOString(), ends_at: period.ends_at },
  }
}

function totalsOf(subtotal: number, taxRate: number) {
  const tax = Math.round(subtotal * taxRate)
  return { subtotal: String(subtotal), discount: '0', tax: String(tax), total: String(subtotal + tax) }
}

const centsOf = ({ price, quantity, proration }: TransactionItem) =>
  Math.round(Number(price.unit_price.amount) * Number(proration?.rate ?? 1)) * quantity

/** `balance` is the customer's credit. A negative total is added to it. */
export function detailsOf(
  items: readonly TransactionItem[],
  { taxRate, balance, paid }: { taxRate: number; balance: number; paid: boolean },
) {
  const totals = totalsOf(
    items.reduce((sum, item) => sum + centsOf(item), 0),
    taxRate,
  )
  const total = Number(totals.total)
  const credit = Math.min(Math.max(total, 0), balance)
  const grandTotal = Math.max(total, 0) - credit
  return {
    tax_rates_used: [{ tax_rate: String(taxRate), totals }],
    totals: {
      ...totals,
      credit: String(credit),
      credit_to_balance: String(Math.max(-total, 0)),
      balance: paid ? '0' : String(grandTotal),
      grand_total: String(grandTotal),
      grand_total_tax: grandTotal === 0 ? '0' : totals.tax,
      currency_code: CURRENCY,
    },
    line_items: items.map((item) => {
      const product = catalog.get(item.price.id)?.product
      if (!product) throw new Error(`no product for ${item.price.id}`)
      return {
        id: newId('txnitm'),
        price_id: item.price.id,
        quantity: item.quantity,
        proration: item.proration,
        tax_rate: String(taxRate),
        unit_totals: totalsOf(Number(item.price.unit_price.amount), taxRate),
        totals: totalsOf(centsOf(item), taxRate),
        product,
      }
    }),
  }
}
