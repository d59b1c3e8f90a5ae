import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { heading, html, inline, prose, table } from './html.ts'
import { fieldOf, type Section } from './section.ts'

const verdicts = [
  [
    '`true`',
    '`true`',
    'Valid, and its register says so.',
    'Take it. Keep `compact`, and `receipt` if there is one.',
  ],
  [
    '`true`',
    '`null`, with an error that is `retryable`',
    'Valid by itself; its register gave no answer.',
    'Take it for now, and ask again later.',
  ],
  [
    '`true`',
    '`null`, without one',
    'Valid by itself; no register was asked, or what was found proves less.',
    'Look at `confidence`.',
  ],
  [
    '`false`',
    '`null`',
    'Not such a number.',
    'Show `errors[0].message`, and `additionalInfo.suggestion` if there is one.',
  ],
  [
    '`false`',
    '`false`',
    'Well formed, but its register says no.',
    'Show `errors[0].message`: `NOT_REGISTERED` or `REGISTRATION_ENDED`.',
  ],
  ['`null`', '`null`', 'The country gives out no tax IDs.', 'Ask for no number: `NO_TIN_ISSUED`.'],
] as const

const confidences: Readonly<Record<string, string>> = {
  register: 'An official register said so of this very number, yes or no.',
  checksum: 'A published check digit: a slip shows, but not whether the number was ever given out.',
  structure: 'Dates, regions or kinds within the number.',
  format: 'Length and characters alone: a wrong digit does not show.',
}

export function reading(document: OpenApiDocument): Section {
  const { enum: values = [], description = '' } = fieldOf(document, 'AdditionalInfo', 'confidence')
  const wordsOn = (field: string) => fieldOf(document, 'Validation', field).description ?? ''
  return {
    id: 'reading',
    title: 'Reading the answer',
    within: [
      { id: 'verdict', title: 'Verdict first' },
      { id: 'confidence', title: 'Confidence' },
    ],
    content: html`${prose(`An invalid number is an answer too: the status is 200 whenever there is a verdict. Every \`isValid\` has three values: \`true\`, \`false\`, and ${fieldOf(document, 'Check', 'isValid').description ?? ''}`)}
${heading(3, 'verdict', 'Verdict first')}
${prose(`Read \`validation.overall.isValid\` first, then why.

- \`format\`: ${wordsOn('format')}
- \`source\`: ${wordsOn('source')}
- \`overall\`: ${wordsOn('overall')}`)}
${table(
  'What the verdicts mean',
  ['overall', 'source', 'It is', 'What to do'],
  verdicts.map((cells) => ({ cells: cells.map(inline) })),
  true,
)}
${prose('`errors` says why a number is not valid and why a register gave no answer; so it need not be empty where `overall` is `true`. `warnings` never change the verdict.')}
${heading(3, 'confidence', 'Confidence')}
${prose(`\`additionalInfo.confidence\` says how far the verdict goes. ${description}`)}
${table(
  'Confidence, the surest first',
  ['Value', 'What the verdict rests on'],
  values.map((value) => ({ cells: [inline(`\`${value}\``), inline(confidences[String(value)] ?? '')] })),
)}`,
  }
}
