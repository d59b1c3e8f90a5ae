import type * as z from 'zod'

/** An invalid or empty parameter is ignored. */
export function readParam<Value>(
  query: URLSearchParams,
  name: string,
  schema: z.ZodType<Value>,
): Value | undefined {
  return schema.safeParse(query.get(name) || undefined).data
}

/** The same without zod, for the screens that most people open. */
export function readNumber(
  query: URLSearchParams,
  name: string,
  { min = 1, max = Number.MAX_SAFE_INTEGER } = {},
): number | undefined {
  const text = query.get(name) ?? ''
  const value = Number(text)
  return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined
}

/** A day of the calendar, such as 2026-11-20. */
export function readDay(query: URLSearchParams, name: string): string | undefined {
  const day = query.get(name) ?? ''
  const isPossible = /^\d{4}-\d\d-\d\d$/.test(day) && day > '1970' && day < '9999'
  const at = isPossible ? Date.parse(day) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : undefined
}

type Params = Readonly<Record<string, string | number | null | undefined>>

/** Leaves out parameters without a value. */
export function pathWith(path: string, params: Params): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

export const isFiltered = (filter: object): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** The list with the filters that an item was opened from, which its link left in the history. */
export const listPath = (state: unknown, path: string): string =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : path
