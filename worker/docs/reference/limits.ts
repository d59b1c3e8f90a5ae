import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { bodyLimit } from '#worker/docs/openapi/endpoint-errors.ts'
import { monthlyLimits, tierNames, tierSchema } from '#worker/organizations/contract.ts'
import { BURST, UNKNOWN_TOKENS_PER_MINUTE } from '#worker/quota/authorization.ts'
import { code, heading, html, inlineMarkdown, markdown, table } from './html.ts'
import { fieldOf, type Section } from './section.ts'

const figure = new Intl.NumberFormat('en-US')

export function limits(document: OpenApiDocument): Section {
  const lengths = ['tin', 'type', 'name'].map((field) => {
    const { maxLength = 0 } = fieldOf(document, 'ValidateRequest', field)
    return [`\`${field}\``, `${figure.format(maxLength)} characters`] as const
  })
  const plans = tierSchema.options.map(
    (tier) => [`Validations per month, ${tierNames[tier]}`, figure.format(monthlyLimits[tier])] as const,
  )
  const others = [
    [
      'Burst of calls per organization',
      `${figure.format(BURST.size)}, refilled over ${BURST.window / 1000} seconds`,
    ],
    ['Nonexistent tokens per IP address', `${UNKNOWN_TOKENS_PER_MINUTE} per minute`],
    ['Request body', bodyLimit],
  ] as const
  const headers = Object.entries(document.components.headers)
  return {
    id: 'limits',
    title: 'Limits',
    subsections: [
      { id: 'quota', title: 'Quota and size limits' },
      { id: 'headers', title: 'Headers' },
    ],
    content: html`${heading(3, 'quota', 'Quota and size limits')}
${markdown('All tokens of an organization share its quota. Quotas reset at 00:00 UTC on the 1st. See [Pricing Plans](/products) for plans.')}
${table(
  'Limits',
  ['What', 'Limit'],
  [...plans, ...others, ...lengths].map((cells) => ({ cells: cells.map(inlineMarkdown) })),
)}
${heading(3, 'headers', 'Headers')}
${table(
  'Response headers',
  ['Header', 'Description', 'Example'],
  headers.map(([name, { description, example }]) => ({
    id: `header.${name}`,
    cells: [code(name), inlineMarkdown(description), code(String(example))],
  })),
  true,
)}`,
  }
}
