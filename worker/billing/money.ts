/** Converts Paddle's smallest units, such as `4900` US cents, to "49.00". Our amounts are never negative. */
export function toDecimal(units: string, currency: string): string {
  const amount = Number(units)
  return (Math.max(0, amount) / 10 ** decimalsOf(currency)).toFixed(2)
}

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
