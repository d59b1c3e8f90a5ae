import type { Activity } from '#worker/activity/contract.ts'

export type Timing = { name: string; milliseconds: number; fill: string }

/** In their order. The rest is our own work. Undefined for batches and for calls without timings. */
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
