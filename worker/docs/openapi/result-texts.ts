import { ignoredKinds, ignoredTexts, results, resultTexts } from '#worker/validation/contract.ts'

const lines = results.map((result) => `- \`${result}\`: ${resultTexts[result].sentence}`)

export const resultList = `What we found, in one word.\n\n${lines.join('\n')}`

export const proofText =
  'What a register that responded proves. `vat-registration`: registered for VAT or sales tax. `customs-registration`: registered with customs. `tax-registration`: registered as a taxpayer. `business`: a registered business. `legal-entity`: the legal entity exists. `null` if none lists the number.'

export const nameComparisonText =
  'How the `name` in your request compares with the registered name. `null` if you sent none, or if no register that responded lists the number.'

export const addressComparisonText =
  'How the `address` in your request compares with the registered address. `null` if you sent none, or if no register that responded lists the number.'

const ignoredLines = ignoredKinds.map((kind) => `- \`${kind}\`: ${ignoredTexts[kind].sentence}`)

export const ignoredList = `What differs.\n\n${ignoredLines.join('\n')}`
