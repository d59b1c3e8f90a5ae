import type { IgnoredKind } from '#worker/validation/contract.ts'

/** `costs` is whether it keeps the match from being exact. */
export const ignoredTexts: Readonly<Record<IgnoredKind, { sentence: string; costs: boolean }>> = {
  legal_form: {
    sentence: 'The legal form, such as GmbH. Two forms that differ cost five points.',
    costs: false,
  },
  case: { sentence: 'Uppercase and lowercase.', costs: false },
  accents: {
    sentence: 'Accents and other ways to write a letter, such as ü and ue, or 國 and 国.',
    costs: false,
  },
  transliteration: {
    sentence: 'The script. The spelling of a published standard is exact; others in common use are close.',
    costs: false,
  },
  spacing: { sentence: 'Spaces and hyphens within words.', costs: false },
  abbreviation: {
    sentence: 'Abbreviations. Common ones, such as & or Intl., cost nothing.',
    costs: false,
  },
  initial: { sentence: 'A first name and its initial.', costs: true },
  typo: { sentence: 'One or two letters in a long word.', costs: true },
  order: { sentence: 'The order of the words.', costs: true },
  extra: {
    sentence:
      'Words that only one of them has and that rarely matter, such as a title, a branch or a district.',
    costs: true,
  },
  other_name: {
    sentence: 'The registered name, because one of its trade names matches.',
    costs: true,
  },
  country: { sentence: 'The name or code of the country in an address.', costs: false },
}
