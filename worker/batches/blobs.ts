import { gunzipSync, gzipSync } from 'node:zlib'
import type { Settings } from '#worker/env.ts'
import { decryptBytes, encryptBytes } from '#worker/lib/crypto.ts'
import type { BatchResult } from './contract.ts'
import type { BatchRow } from './upload-contract/batch-row.ts'

export type StoredResult = { place: number; cells: string[] | null; result: BatchResult }
/** A row that needs a register. A row that was given up has a result, and the round in which that happened. */
export type LookUpRow = {
  place: number
  row: BatchRow
  failures: number
  /** Those that aren't due to an outage: see `giveUpFailed`. */
  ownFailures: number
  result: BatchResult | null
  givenUpIn: number | null
}

type Context = { readonly settings: Settings }
export type Place = { batchId: string; part: string }

const binding = ({ batchId, part }: Place) => ({ purpose: 'batches', context: `${batchId} ${part}` })

export function encryptBlob({ settings }: Context, place: Place, value: unknown): Promise<string> {
  const [newest] = settings.BATCH_KEYS
  return encryptBytes(newest, Uint8Array.from(gzipSync(JSON.stringify(value))), binding(place))
}

class BlobUnreadable extends Error {
  override readonly name = 'BlobUnreadable'
}

/** Only we write blobs, so their shape is not checked. Throws BlobUnreadable if the key is gone. */
export async function decryptBlob<Value>(
  { settings }: Context,
  place: Place,
  encrypted: string,
): Promise<Value> {
  const bytes = await decryptBytes(settings.BATCH_KEYS, encrypted, binding(place))
  if (!bytes) throw new BlobUnreadable()
  const value: Value = JSON.parse(gunzipSync(bytes).toString())
  return value
}
