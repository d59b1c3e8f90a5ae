import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TinproofError } from '../error.ts'
import { DEFAULT_URL } from '../http.ts'
import type { ChainFile, Jwks, RecordFile, SignedChain, SignedRecord } from '../types.ts'
import { verifyChain, verifyRecord } from '../verify-record.ts'
import { exitCodes, UsageError, type Values } from './arguments.ts'
import { note, print } from './io.ts'
import { urlOf } from './token.ts'

const TIMEOUT_MS = 10_000

type SignedFile = ChainFile | RecordFile

export async function verify(
  { jwks, url, json }: Values<'verify'>,
  paths: readonly string[],
): Promise<number> {
  const names = (await Promise.all(paths.map(filesIn))).flat()
  if (names.length === 0) throw new UsageError('Pass the files: tinproof verify record.json')
  const files: SignedFile[] = []
  // One at a time: an export has more files than a system opens at once.
  for (const name of names) files.push(await readSignedFile(name))
  const chains = files.filter((file) => 'chain' in file)
  const records = files.filter((file) => 'record' in file)
  if (chains.length > 1) throw new UsageError('Pass at most one chain.json.')
  const keys = jwks === undefined ? await publishedKeys(url) : await readJsonFile<Jwks>(jwks)
  if (!Array.isArray(Object(keys).keys)) throw new UsageError(`${jwks ?? 'The URL'} has no keys`)
  const [chain] = chains
  const show = (content: SignedRecord | SignedChain, summary: string) =>
    print(json ? JSON.stringify(content, null, 2) : `${summary}${testNote(content)}`)
  let checking = ''
  try {
    for (const [index, file] of files.entries()) {
      if (!('record' in file)) continue
      checking = `${names[index]}: `
      const record = await verifyRecord(file, keys)
      if (!chain) show(record, `${checking}${summaryOfRecord(record)}`)
    }
    checking = ''
    if (chain) {
      const verified = await verifyChain(chain, records, keys)
      show(verified, summaryOfChain(verified))
    }
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof TinproofError)) throw error
    note(`${checking}${error.message} (${error.code})`)
    return exitCodes.invalid
  }
}

/** A folder is all of its files, because not every shell expands `*.json`. */
async function filesIn(path: string): Promise<string[]> {
  const names = await readdir(path).catch(() => undefined)
  return names?.filter((name) => name.endsWith('.json')).map((name) => join(path, name)) ?? [path]
}

/** Also of what the API returns for a record. */
async function readSignedFile(path: string): Promise<SignedFile> {
  const content: SignedFile | { file: SignedFile | null } = Object(await readJsonFile(path))
  const file = 'file' in content ? content.file : content
  if (file === null) throw new UsageError(`${path} isn't signed yet. Get the record again`)
  if (file !== content) note(`Only "file" of ${path} is signed, so its other fields aren't verified.`)
  if ('chain' in Object(file) || 'record' in Object(file)) return file
  throw new UsageError(`${path} is neither a record nor a chain.json`)
}

/** Editors on Windows write a byte order mark. */
async function readJsonFile<Content>(path: string): Promise<Content> {
  try {
    return JSON.parse(new TextDecoder().decode(await readFile(path)))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${path} isn't JSON`)
    throw new UsageError(`Can't read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
}

async function publishedKeys(url: string | undefined): Promise<Jwks> {
  const keys = new URL('/.well-known/jwks.json', (await urlOf({ url })) ?? DEFAULT_URL)
  try {
    const response = await fetch(keys, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return await response.json()
  } catch (cause) {
    throw new Error(`Can't read ${keys}. To verify offline, pass a copy of it as --jwks.`, { cause })
  }
}

const testNote = ({ live }: { live: boolean }) =>
  live ? '' : " This is test data: the register's responses are simulated."

const summaryOfRecord = ({ number, keptAt, response }: SignedRecord) =>
  `verified. Record ${number} of ${keptAt}: ${response.countryCode} ${response.tin} was ${response.result}.`

function summaryOfChain({ exportedAt, records }: SignedChain): string {
  const deleted = records.filter(({ deletedAt }) => deletedAt !== null).length
  const kept = records.length - deleted
  return `verified. ${kept} ${kept === 1 ? 'record' : 'records'}, ${deleted} deleted, none missing, as of ${exportedAt}.`
}
