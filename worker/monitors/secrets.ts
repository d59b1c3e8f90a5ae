import type { Settings } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'
import { hmac } from '#worker/lib/digest.ts'
import { validateTin } from '#worker/tin/index.ts'
import type { SandboxOutcome } from '#worker/validation/sandbox/contract.ts'
import { searchHashes } from '#worker/validation/search-hashes.ts'
import type { MonitorAnswer } from './contract.ts'

type Context = { readonly settings: Settings }

export type Details = {
  tin: string
  type?: string | undefined
  name?: string | undefined
  customId?: string | undefined
  sandbox?: SandboxOutcome | undefined
}

export type StoredAnswer = MonitorAnswer & { isFormatValid: boolean | null; isFallback: boolean }
export type StoredChange = { before: MonitorAnswer | null; after: MonitorAnswer }

const binding = (monitorId: string) => ({ purpose: 'monitors', context: monitorId })

export const encryptFor = (
  { settings: { BATCH_KEYS } }: Context,
  monitorId: string,
  value: Details | StoredAnswer | StoredChange,
  key = BATCH_KEYS[0],
): Promise<string> => encrypt(key, JSON.stringify(value), binding(monitorId))

/** With the same key. A job finds monitors by it, and encrypts all of a monitor with a newer one. */
export const encryptChanged = (ctx: Context, monitorId: string, details: Details, before: string) =>
  encryptFor(
    ctx,
    monitorId,
    details,
    ctx.settings.BATCH_KEYS.find(({ kid }) => before.startsWith(`${kid}.`)),
  )

class MonitorUnreadable extends Error {
  override readonly name = 'MonitorUnreadable'
}

/** Only we write them, so their shape is not checked. Throws MonitorUnreadable if the key is gone. */
export async function decryptFor<Value>(
  { settings: { BATCH_KEYS } }: Context,
  monitorId: string,
  encrypted: string,
): Promise<Value> {
  const json = await decrypt(BATCH_KEYS, encrypted, binding(monitorId))
  if (json === undefined) throw new MonitorUnreadable()
  const value: Value = JSON.parse(json)
  return value
}

type Encrypted = { id: string; details: string; answer: string | null }

/** Throws MonitorUnreadable if the key of one of them is gone. */
export async function decryptMonitor(ctx: Context, { id, details, answer }: Encrypted) {
  return {
    details: await decryptFor<Details>(ctx, id, details),
    known: answer === null ? undefined : await decryptFor<StoredAnswer>(ctx, id, answer),
  }
}

type HashedNumber = { organizationId: string; identifier: string; compact: string }

/** With each key, the newest first: a monitor has the hash of the key that was the newest when it was saved. */
export const numberHashes = (
  { settings: { BATCH_KEYS } }: Context,
  { organizationId, identifier, compact }: HashedNumber,
): Promise<string[]> =>
  Promise.all(
    BATCH_KEYS.map(async ({ secret }) =>
      (await hmac(secret, `monitor ${organizationId} ${identifier} ${compact}`)).toString('base64url'),
    ),
  )

type Monitor = { organizationId: string; countryCode: string }

/** With the newest key. `answer` has the register's name. */
export function searchOf(
  { settings: { BATCH_KEYS } }: Context,
  { organizationId, countryCode }: Monitor,
  { tin, type, name, customId }: Details,
  answer?: StoredAnswer,
): string[] {
  const checked = validateTin(countryCode, tin, type === undefined ? {} : { type })
  return searchHashes(BATCH_KEYS[0], {
    organizationId,
    countryCode,
    numbers: [tin, checked.valid ? checked.compact : null],
    names: [name, answer?.name],
    customId,
  })
}
