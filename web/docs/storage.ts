import { parseJson } from '#web/lib/parse-json.ts'
import { localStore } from '#web/lib/storage.ts'

export const read = (key: string): unknown => parseJson(localStore.read(key) ?? '')

export const write = (key: string, value: unknown): void => localStore.write(key, JSON.stringify(value))
