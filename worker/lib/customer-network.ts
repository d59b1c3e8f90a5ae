export const customerNetwork = (network: string): string => network.replace(/:[^:]+::\/64$/, '::/48')

type Bucket<Limit> = { subject: string; limit: Limit }

/** All /64 networks of a /48 share ten times the limit of one. Other subjects have only their own. */
export function bucketsOf<Limit extends { calls: number }>(limit: Limit, subject: string): Bucket<Limit>[] {
  const customer = customerNetwork(subject)
  const own = { subject, limit }
  if (customer === subject) return [own]
  return [own, { subject: customer, limit: { ...limit, calls: 10 * limit.calls } }]
}
