import type { Settings } from '#worker/env.ts'
import { AppError } from '#worker/errors.ts'
import type { DemoPayment } from './contract.ts'

export const hasPaymentDemo = ({ PADDLE_ENVIRONMENT }: Settings): boolean => PADDLE_ENVIRONMENT === 'sandbox'

export function payDemo(settings: Settings): DemoPayment {
  if (!hasPaymentDemo(settings)) throw new AppError('ROUTE_NOT_FOUND')
  return {
    success: true,
    environment: 'sandbox',
    message: 'This was a demo: no money moved, and no plan changed.',
  }
}
