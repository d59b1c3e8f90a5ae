import { once } from '#worker/lib/once.ts'

/** Loaded with the first statement, because Drizzle and the schema take 30 ms to load. Most calls don't wait for SQL. */
export const loadReserve = once(() => import('./reserve.ts'))
export const loadWriteCalls = once(() => import('./write-calls.ts'))
