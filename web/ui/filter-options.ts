export type ComboboxOption = {
  value: string
  label: string
  code?: string
  brief?: string
  /** Other names of it, as good as the label. */
  aliases?: readonly string[]
  keywords?: readonly string[]
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** How well it matches: 0 is best. */
export function rank(option: ComboboxOption, text: string): number {
  const query = plain(text.trim())
  const code = plain(option.code ?? '')
  const label = plain(option.label)
  const aliases = option.aliases?.map(plain) ?? []
  if (code !== '' && code === query) return 0
  if (label === query || aliases.includes(query)) return 1
  if (label.startsWith(query)) return 2
  if (label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query))) return 3
  if (code !== '' && code.startsWith(query)) return 4
  if ([...aliases, ...(option.keywords?.map(plain) ?? [])].some((word) => word.startsWith(query))) return 5
  if (label.includes(query)) return 6
  return Number.POSITIVE_INFINITY
}

/** Best matches first: exact code, exact name, start of label, start of a word, start of code, start of another name, elsewhere. */
export function filterOptions<Option extends ComboboxOption>(
  options: readonly Option[],
  query: string,
): readonly Option[] {
  if (query.trim() === '') return options
  return options
    .map((option) => ({ option, rank: rank(option, query) }))
    .filter((entry) => entry.rank !== Number.POSITIVE_INFINITY)
    .sort((left, right) => left.rank - right.rank)
    .map((entry) => entry.option)
}
