import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { heading, html, inlineMarkdown, markdown, table } from './html.ts'
import { fieldOf, type Section } from './section.ts'

const verdicts = [
  [
    '`true`',
    '`true`',
    'The number is valid and registered.',
    'Accept it. Store `compact`, and `receipt` if there is one.',
  ],
  [
    '`true`',
    '`null`, with a `retryable` error',
    'The format is valid, but the register didn’t respond.',
    'Accept it for now and retry later.',
  ],
  [
    '`true`',
    '`null`, without a `retryable` error',
    'The format is valid. We didn’t query a register, or its response isn’t conclusive.',
    'Check `confidence`.',
  ],
  [
    '`false`',
    '`null`',
    'The number is invalid.',
    'Show `errors[0].message`, and `additionalInfo.suggestion` if there is one.',
  ],
  [
    '`false`',
    '`false`',
    'The format is valid, but the number isn’t registered.',
    'Show `errors[0].message`: `NOT_REGISTERED` or `REGISTRATION_ENDED`.',
  ],
  ['`null`', '`null`', 'The country doesn’t issue tax IDs (`NO_TIN_ISSUED`).', 'Don’t require a number.'],
] as const

const confidences: Readonly<Record<string, string>> = {
  register: 'An official register confirmed or rejected this number.',
  checksum: 'The check digit. It detects typos, but doesn’t prove that the number was issued.',
  structure: 'Dates, regions or other parts of the number.',
  format: 'Length and characters only. A wrong digit isn’t detected.',
}

export function responses(document: OpenApiDocument): Section {
  const { enum: values = [] } = fieldOf(document, 'AdditionalInfo', 'confidence')
  const describe = (field: string) => fieldOf(document, 'Validation', field).description ?? ''
  return {
    id: 'responses',
    title: 'Responses',
    subsections: [
      { id: 'verdict', title: 'Results' },
      { id: 'confidence', title: 'Confidence' },
    ],
    content: html`${markdown(`The status is 200 for valid and invalid numbers. Each \`isValid\` is \`true\` or \`false\`, or \`null\` if the check wasn’t attempted or had no result.`)}
${heading(3, 'verdict', 'Results')}
${markdown(`Start with \`validation.overall.isValid\`, then look at the individual checks.

- \`format\`: ${describe('format')}
- \`source\`: ${describe('source')}
- \`overall\`: ${describe('overall')}`)}
${table(
  'Combinations of results',
  ['overall', 'source', 'Meaning', 'What to do'],
  verdicts.map((cells) => ({ cells: cells.map(inlineMarkdown) })),
  true,
)}
${markdown('`errors` explains why a number is invalid or why a register didn’t respond, so it can contain entries even if `overall` is `true`. `warnings` never change the result.')}
${heading(3, 'confidence', 'Confidence')}
${markdown(`\`additionalInfo.confidence\` tells you how reliable the result is. It is omitted if the country doesn’t issue tax IDs.`)}
${table(
  'Confidence levels, highest first',
  ['Value', 'Based on'],
  values.map((value) => ({
    cells: [inlineMarkdown(`\`${value}\``), inlineMarkdown(confidences[String(value)] ?? '')],
  })),
)}`,
  }
}
