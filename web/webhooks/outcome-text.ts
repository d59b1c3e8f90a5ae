import type { Delivery } from '#worker/webhooks/contract.ts'

type Attempt = Delivery['attempts'][number]

export const outcomeText = ({ status, error }: Pick<Attempt, 'status' | 'error'>): string =>
  status === null ? (error === 'TIMEOUT' ? 'Timed out' : 'No connection') : String(status)
