import type { Activity } from '#worker/activity/contract.ts'

export type Timing = { name: string; milliseconds: number; fill: string }

/**
 * The parts of a call's response time, in their order. The rest is our own work: reading the request, checking the format
 * and writing the response. Undefined for batches and for calls that were recorded without timings.
 */
export function timingsOf({
  responseTime,
  quotaTime,
  registerTime,
}: Pick<Activity, 'responseTime' | 'quotaTime' | 'registerTime'>): Timing[] | undefined {
  if (quotaTime === null) return undefined
  const rest = Math.max(0, responseTime - quotaTime - (registerTime ?? 0))
  return [
    { name: 'Token and quota', milliseconds: quotaTime, fill: 'bg-accent-text' },
    { name: 'Format check', milliseconds: rest, fill: 'bg-idle-fill' },
    ...(registerTime === null
      ? []
      : [{ name: 'Register', milliseconds: registerTime, fill: 'bg-unsure-fill' }]),
  ]
}
