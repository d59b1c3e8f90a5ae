import type { NamedColumns } from '#worker/batches/upload-contract/columns.ts'
import { FILE_DRAFTS, timesCleared } from './draft.ts'
import type { Query } from './queries.ts'
import { type Owner, ownedKey } from './saved.ts'
import { setData, useRead } from './swr.ts'

export const FILE_TYPES = '.csv,.tsv,.txt,.xlsx,text/csv'

export const PASTED_LIST_NAME = 'list.txt'

export const listFile = (text: string) => new File([text], PASTED_LIST_NAME, { type: 'text/plain' })

export type FileSettings = {
  name: string
  columns: NamedColumns
  country: string | undefined
  asksRegister: boolean
  encoding?: string | undefined
  /** Of the batch that these rows start, so that they start only one if its response is lost. */
  key?: string | undefined
}

export type FileDraft = { file: File; settings?: FileSettings | undefined }

const STORE = 'files'
const MAX_SIZE = 20 * 1024 * 1024
const MAX_KEPT = 5
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

type Stored = FileDraft & { keptAt: number }

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opened for each use: an open connection in another tab would keep signing out from deleting the files. */
async function inStore<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result> {
  const opening = indexedDB.open(FILE_DRAFTS)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await done(opening)
  try {
    return await work(database.transaction(STORE, 'readwrite').objectStore(STORE))
  } finally {
    database.close()
  }
}

async function prune(store: IDBObjectStore): Promise<void> {
  const [keys, all] = await Promise.all([done(store.getAllKeys()), done<Stored[]>(store.getAll())])
  const newestFirst = all
    .map(({ keptAt }, place) => ({ key: keys[place] ?? '', isOld: Date.now() - keptAt > MAX_AGE_MS, keptAt }))
    .sort((one, other) => other.keptAt - one.keptAt)
  const surplus = newestFirst.filter(({ isOld }, place) => isOld || place >= MAX_KEPT)
  await Promise.all(surplus.map(({ key }) => done(store.delete(key))))
}

const readFile = (key: string): Promise<FileDraft | null> =>
  inStore(async (store) => {
    await prune(store)
    return (await done<Stored | undefined>(store.get(key))) ?? null
  })

const storeFile = (key: string, draft: FileDraft): Promise<void> =>
  inStore(async (store) => {
    await done(store.put({ ...draft, keptAt: Date.now() } satisfies Stored, key))
    await prune(store)
  })

export const draftQuery = (owner: Owner): Query<FileDraft | null> => {
  const key = ownedKey('file', owner)
  return { key, read: () => readFile(key).catch(() => null) }
}

export const useFileDraft = (owner: Owner | undefined): FileDraft | undefined =>
  useRead(owner ? draftQuery(owner) : null).data ?? undefined

const SETTINGS_MS = 300
/** The file in the store. Each choice made for it writes it again, so quick ones wait for each other. */
let stored: File | undefined
let waiting: ReturnType<typeof setTimeout> | undefined

/** The file that the user chose and has not uploaded. It survives the tab; a browser that refuses this keeps it as long as the page. */
export async function keepFile(owner: Owner, draft: FileDraft): Promise<void> {
  const query = draftQuery(owner)
  const before = timesCleared
  await setData(query, draft)
  if (draft.file.size > MAX_SIZE) return
  clearTimeout(waiting)
  const store = async () => {
    if (timesCleared === before) await storeFile(query.key, draft).catch(() => undefined)
  }
  if (draft.file === stored) waiting = setTimeout(store, SETTINGS_MS)
  else await store()
  stored = draft.file
}

export async function forgetFile(owner: Owner): Promise<void> {
  const query = draftQuery(owner)
  clearTimeout(waiting)
  stored = undefined
  // At once, because the file of an upload that fails is kept again.
  const deletion = inStore((store) => done(store.delete(query.key))).catch(() => undefined)
  await setData(query, null)
  await deletion
}
