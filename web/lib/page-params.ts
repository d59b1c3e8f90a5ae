import type * as z from 'zod'

/** An invalid or empty parameter is ignored. */
export function readParam<Value>(
  query: URLSearchParams,
  name: string,
  schema: z.ZodType<Value>,
): Value | undefined {
  return schema.safeParse(query.get(name) || undefined).data
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
