import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router'
import type * as z from 'zod'
import { fieldsOf } from './parse-json.ts'

type Params = Readonly<Record<string, string | number | null | undefined>>

/** Leaves out parameters without a value. */
export function pathWith(path: string, params: Params): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

type Accepts = (text: string) => boolean

export const accepts =
  (schema: z.ZodType): Accepts =>
  (text) =>
    schema.safeParse(text).success

/** The same without zod, for the screens that most people open. */
export const acceptsNumber =
  (min = 1, max = Number.MAX_SAFE_INTEGER): Accepts =>
  (text) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max

/** A day of the calendar, such as 2026-11-20. */
export const acceptsDay: Accepts = (text) => {
  const isPossible = /^\d{4}-\d\d-\d\d$/.test(text) && text > '1970' && text < '9999'
  const at = isPossible ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const isDay = (text: string | undefined) => text !== undefined && acceptsDay(text)

type ListAddress<Name extends string> = {
  path: string
  /** What a parameter may be. Anything else is ignored. */
  params: Readonly<Record<Name, Accepts>>
  /** The parameter for older pages. */
  cursor: NoInfer<Name>
  /** How the list is shown. Clearing the filters keeps these. */
  view?: readonly NoInfer<Name>[]
}

/** TypeScript widens the names to strings. */
const namesOf = <Name extends string>(params: Readonly<Record<Name, unknown>>) =>
  Object.keys(params) as Name[]

export function readList<Name extends string>(
  { path, params, cursor, view = [] }: ListAddress<Name>,
  query: URLSearchParams,
) {
  /** Each name, also of what isn't chosen, so that a list's address has them in one order. */
  const values: Partial<Record<Name, string | undefined>> = {}
  for (const name of namesOf(params)) {
    const text = query.get(name)
    values[name] = text && params[name](text) ? text : undefined
  }
  const filters = namesOf(params).filter((name) => name !== cursor && !view.includes(name))
  /** The first page, with these changes. */
  const pathTo = (changes: Params = {}) => pathWith(path, { ...values, [cursor]: undefined, ...changes })
  return {
    values,
    isFiltered: filters.some((name) => values[name]),
    here: pathWith(path, values),
    pathTo,
    clearedPath: pathTo(Object.fromEntries(filters.map((name) => [name, undefined]))),
    /** For a `PagedCard`. */
    pages: (next: string | number | null | undefined) => ({
      newest: values[cursor] ? pathTo() : undefined,
      older: next ? pathTo({ [cursor]: next }) : undefined,
    }),
  }
}

/** A list whose filters and page are in the address. */
export function useList<Name extends string>(list: ListAddress<Name>) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const read = readList(list, query)
  /** The screen may not have rendered the last change yet. */
  const readNow = () => readList(list, new URLSearchParams(location.search))
  const show = (changes: Params, options?: NavigateOptions) =>
    void navigate(readNow().pathTo(changes), options)
  const onClear = () => void navigate(readNow().clearedPath)
  /** For a filter. A day is typed in parts, and Back skips those in between. */
  const field = (name: Name) => ({
    value: read.values[name],
    onPick: (picked: string | undefined) =>
      show({ [name]: picked }, { replace: isDay(readNow().values[name]) && isDay(picked) }),
  })
  return { ...read, show, onClear, field }
}

/** The list with the filters that an item was opened from, which its link left in the history. */
export function listPath(state: unknown, path: string): string {
  const { from } = fieldsOf(state)
  return typeof from === 'string' ? from : path
}
