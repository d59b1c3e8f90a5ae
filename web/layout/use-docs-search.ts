import useSWR from 'swr'
import type { FoundPage } from '#worker/docs/contract/search.ts'

const load = () => import('#web/lib/docs-search.ts').then((module) => module.loadDocsSearch())

/** The search of the docs, loaded with the first query. Until then, and if it can't be, no page is found. */
export function useDocsSearch(query: string): readonly FoundPage[] {
  const { data: search } = useSWR(query.trim() === '' ? null : 'docs-search', load)
  return search?.(query) ?? []
}
