import type { RecordedCall } from '#worker/quota/recorded-call.ts'

/** A call that was answered, as the Worker sends it to the queue. */
export const recordedCall = (organizationId: string, call: Partial<RecordedCall> = {}): RecordedCall => ({
  requestId: crypto.randomUUID(),
  organizationId,
  tokenId: null,
  method: 'POST',
  endpoint: '/api/tinproof/validate',
  statusCode: 200,
  outcome: 'format_only',
  responseTime: 3,
  country: 'DE',
  spent: 1,
  at: new Date().toISOString(),
  ...call,
})
