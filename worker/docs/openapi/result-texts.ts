import { results, resultTexts } from '#worker/validation/contract.ts'

const lines = results.map((result) => `- \`${result}\`: ${resultTexts[result].sentence}`)

export const resultList = `What we found, in one word.\n\n${lines.join('\n')}`

export const proofText =
  'What a register that responded proves. `vat-registration`: registered for VAT or sales tax. `customs-registration`: registered with customs. `tax-registration`: registered as a taxpayer. `business`: a registered business. `legal-entity`: the legal entity exists. `null` if none lists the number.'
