import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { bodyLimit } from '#worker/docs/openapi/refusals.ts'
import { monthlyLimits, tierNames, tierSchema } from '#worker/organizations/contract.ts'
import { BURST, MISSES_A_MINUTE } from '#worker/quota/admission.ts'
import { code, heading, html, inline, prose, table } from './html.ts'
import { fieldOf, type Section } from './section.ts'

const figure = new Intl.NumberFormat('en-US')

export function limits(document: OpenApiDocument): Section {
  const lengths = ['tin', 'type', 'name'].map((field) => {
    const { maxLength = 0 } = fieldOf(document, 'ValidateRequest', field)
    return [`\`${field}\``, `${figure.format(maxLength)} characters`] as const
  })
  const plans = tierSchema.options.map(
    (tier) => [`Validations a month, ${tierNames[tier]}`, figure.format(monthlyLimits[tier])] as const,
  )
  const others = [
    [
      'Calls of an organization at once',
      `${figure.format(BURST.size)}, all of them free again within ${BURST.window / 1000} seconds`,
    ],
    ['Tokens that do not exist, by network address', `${MISSES_A_MINUTE} a minute`],
    ['Body of a request', bodyLimit],
  ] as const
  const headers = Object.entries(document.components.headers)
  return {
    id: 'limits',
    title: 'Limits',
    within: [
      { id: 'quota', title: 'Quota and sizes' },
      { id: 'headers', title: 'Headers' },
    ],
    content: html`${heading(3, 'quota', 'Quota and sizes')}
${prose('The quota is your organization’s, whichever token is used. Months begin at 00:00 UTC on the 1st. [Pricing Plans](/products) shows the plans.')}
${table(
  'Limits',
  ['What', 'At most'],
  [...plans, ...others, ...lengths].map((cells) => ({ cells: cells.map(inline) })),
)}
${heading(3, 'headers', 'Headers')}
${table(
  'Headers of answers',
  ['Header', 'Meaning', 'Example'],
  headers.map(([name, { description, example }]) => ({
    id: `header.${name}`,
    cells: [code(name), inline(description), code(String(example))],
  })),
  true,
)}`,
  }
}
