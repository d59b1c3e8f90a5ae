import * as z from 'zod'
import { FetchError, fetchText, type TextResponse } from '#worker/lib/http-client.ts'
import { readJson } from '#worker/lib/read-json.ts'
import { sleep } from '#worker/lib/time.ts'

const TIMEOUT_MS = 6_000
const WAITS_MS = [1_000, 3_000, 6_000] as const
const MAX_REASON_LENGTH = 300

export type HubSpotAccount = { url: string; token: string }
export type HubSpotContact = { email: string; company: string | null; tier: string | null }
export type UpsertAction = 'created' | 'updated'

type Failure = 'UNREACHABLE' | 'UNREADABLE' | 'REFUSED' | 'RATE_LIMITED'

/** `reason` is HubSpot's own message. */
export class HubSpotFailed extends Error {
  readonly code: Failure
  readonly reason: string | undefined

  constructor(code: Failure, options: { reason?: string | undefined; cause?: unknown } = {}) {
    super(`HubSpot failed: ${code}`, { cause: options.cause })
    this.name = 'HubSpotFailed'
    this.code = code
    this.reason = options.reason
  }
}

const upsertedSchema = z.object({ results: z.array(z.object({ new: z.boolean() })).min(1) })
const errorSchema = z.object({
  message: z.string().optional(),
  policyName: z.string().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

/** HubSpot keeps one contact per email, so it is safe to repeat. Throws HubSpotFailed. */
export async function upsertContact(account: HubSpotAccount, contact: HubSpotContact): Promise<UpsertAction> {
  for (const wait of WAITS_MS) {
    const response = await post(account, contact)
    if (!isTemporary(response)) return actionOf(response)
    await sleep(wait)
  }
  return actionOf(await post(account, contact))
}

/** `tinproof_tier` is a property that the owner creates in HubSpot. */
async function post({ url, token }: HubSpotAccount, { email, company, tier }: HubSpotContact) {
  const properties = {
    email,
    lifecyclestage: 'lead',
    ...(company !== null && { company }),
    ...(tier !== null && { tinproof_tier: tier }),
  }
  try {
    return await fetchText(`${url.replace(/\/$/, '')}/crm/v3/objects/contacts/batch/upsert`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ inputs: [{ idProperty: 'email', id: email, properties }] }),
      timeout: TIMEOUT_MS,
    })
  } catch (error) {
    throw new HubSpotFailed('UNREACHABLE', { cause: error instanceof FetchError ? error.code : error })
  }
}

/** 409: another call created the contact in the same moment. 423: locked for 2 seconds. */
const isTemporary = (response: TextResponse) =>
  response.status === 409 ||
  response.status === 423 ||
  (response.status === 429 && isOverSoon(problemOf(response)?.policyName))

const isOverSoon = (policy = '') => policy === 'TEN_SECONDLY_ROLLING' || policy === 'SECONDLY'

function actionOf(response: TextResponse): UpsertAction {
  const problem = problemOf(response)
  const reason = (problem?.errors?.[0]?.message ?? problem?.message)?.slice(0, MAX_REASON_LENGTH)
  if (response.status === 429) throw new HubSpotFailed('RATE_LIMITED', { reason })
  if (response.status === 477 || response.status >= 500) throw new HubSpotFailed('UNREACHABLE')
  if (response.status >= 400 || response.status === 207) throw new HubSpotFailed('REFUSED', { reason })
  const upserted = upsertedSchema.safeParse(readJson(response.text)).data?.results[0]
  if (!upserted) throw new HubSpotFailed('UNREADABLE')
  return upserted.new ? 'created' : 'updated'
}

const problemOf = ({ text }: TextResponse) => errorSchema.safeParse(readJson(text)).data
