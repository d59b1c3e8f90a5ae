import { type IgnoredKind, ignoredKinds, results, resultTexts } from '#worker/validation/contract.ts'

const lines = results.map((result) => `- \`${result}\`: ${resultTexts[result].sentence}`)

export const resultList = `What we found, in one word.\n\n${lines.join('\n')}`

export const proofText =
  'What a register that responded proves. `vat_registration`: registered for VAT or sales tax. `customs_registration`: registered with customs. `tax_registration`: registered as a taxpayer. `business`: a registered business. `legal_entity`: the legal entity exists. `null` if none lists the number.'

export const nameComparisonText =
  'How the `name` in your request compares with the registered name. `null` if you sent none, or if no register that responded lists the number.'

export const addressComparisonText =
  'How the `address` in your request compares with the registered address. `null` if you sent none, or if no register that responded lists the number.'

/** `costs` is whether the match can't be exact with it. */
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

const ignoredLines = ignoredKinds.map((kind) => `- \`${kind}\`: ${ignoredTexts[kind].sentence}`)

export const ignoredList = `What differs.\n\n${ignoredLines.join('\n')}`
