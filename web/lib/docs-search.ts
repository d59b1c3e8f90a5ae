import { type FoundPage, loadSearch, searchDocs } from '#worker/docs/contract/search.ts'

export type DocsSearch = (query: string) => readonly FoundPage[]

/** Import this file when somebody searches: with the index, it is larger than the rest of the docs' script. */
export async function loadDocsSearch(): Promise<DocsSearch> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error('No search index')
  const index = loadSearch(await response.text())
  return (query) => searchDocs(index, query)
}
