import { countryAliases } from '#worker/tin/contract/country-aliases.ts'

export type Countries = {
  /** A code, or the code of a country's name in one of five languages. */
  codeOf: (text: string) => string | undefined
  isSupported: (code: string) => boolean
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl'] as const

/** Without accents, case, spaces and punctuation: "USt-IdNr." is `ustidnr`. */
export const toKey = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

type Country = { readonly code: string; readonly name: string }

/** Until the list is loaded, every code is supported. */
export function countriesOf(list: readonly Country[] | undefined): Countries {
  const codes = list && new Set(list.map(({ code }) => code))
  let codesByName: Map<string, string> | undefined
  return {
    codeOf(text) {
      const code = text.trim().toUpperCase()
      if (/^[A-Z]{2}$/.test(code)) return code
      codesByName ??= byName(list ?? [])
      return codesByName.get(toKey(text))
    },
    isSupported: (code) => codes?.has(countryAliases[code] ?? code) ?? true,
  }
}

function byName(list: readonly Country[]): Map<string, string> {
  const codes = new Map(list.map(({ code, name }) => [toKey(name), code]))
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const { code } of list) {
      const name = names.of(code)
      if (name) codes.set(toKey(name), code)
    }
  }
  return codes
}
