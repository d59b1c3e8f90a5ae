import { RETRY_DAYS } from '#worker/batches/contract.ts'
import { PENDING_HOURS } from '#worker/batches/pending/contract.ts'
import additionalInfo from '#worker/docs/fields/additional-info.md?raw'
import api from '#worker/docs/fields/api.md?raw'
import batches from '#worker/docs/fields/batches.md?raw'
import monitors from '#worker/docs/fields/monitors.md?raw'
import records from '#worker/docs/fields/records.md?raw'
import { fill, sectionsOf } from '#worker/docs/fill.ts'
import type { Kind } from '#worker/tin/types.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import { ignoredKinds, results, resultTexts } from '#worker/validation/contract.ts'
import type { ParameterText } from './call-texts.ts'
import { answerWarnings, rowProblems } from './response-codes.ts'
import { ignoredTexts } from './result-texts.ts'
import { outcomeTexts } from './sandbox-texts.ts'

const kindTexts: Readonly<Record<Kind, string>> = {
  vat: 'VAT, GST or sales tax registration',
  tin: 'Tax identification number',
  business: 'Number of a business register',
  person: 'National identity or social security number',
  customs: 'Customs registration, such as an EORI number',
  placeholder: 'Special code that represents no taxpayer',
}
const sentences = Object.fromEntries(results.map((result) => [result, resultTexts[result].sentence]))
const ignored = ignoredKinds.map((kind) => [kind, ignoredTexts[kind].sentence] as const)

const list = (texts: Readonly<Record<string, string>>, end = '') =>
  `\n\n${Object.entries(texts)
    .map(([name, text]) => `- \`${name}\`: ${text}${end}`)
    .join('\n')}`

const values: Readonly<Record<string, string | number>> = {
  ...sentences,
  kinds: list(kindTexts, '.'),
  results: list(sentences),
  rowResults: list({ ...sentences, unreadable: "We can't validate the row. See `errors`." }),
  ignoredKinds: list(Object.fromEntries(ignored)),
  outcomes: list(outcomeTexts),
  warningCodes: list(answerWarnings),
  errorCodes: list(answerErrors),
  rowErrorCodes: list({ ...answerErrors, ...rowProblems }),
  pendingHours: PENDING_HOURS,
  retryDays: RETRY_DAYS,
}

type FieldText = { description: string; examples?: unknown[] }
type SchemaText = { description: string; fields: ReadonlyMap<string, FieldText>; own: readonly string[] }

/** Such as `name = "Ada": Description.`, where the example, as JSON, can be missing. */
function readField(line: string): [name: string, text: FieldText] {
  const [, name, example, description] = /^- (\w+)(?: = ("[^"]*"|\w+))?: (.+)$/.exec(line) ?? []
  if (!name || !description) throw new Error(`worker/docs/fields/ has the line ${line}`)
  return [
    name,
    { description: fill(description, values), ...(example && { examples: [JSON.parse(example)] }) },
  ]
}

/** Below a name come its description and its fields. In `# B (A)`, other fields have the texts of A. */
function readTexts(text: string): ReadonlyMap<string, SchemaText> {
  const texts = new Map<string, SchemaText>()
  for (const [heading, [description = '', ...lines]] of sectionsOf(text)) {
    const [, name = '', base = ''] = /^(\w+)(?: \((\w+)\))?$/.exec(heading) ?? []
    const own = lines.map(readField)
    texts.set(name, {
      description,
      fields: new Map([...(texts.get(base)?.fields ?? []), ...own]),
      own: own.map(([field]) => field),
    })
  }
  return texts
}

export const schemaTexts = readTexts([api, batches, records, monitors].join(''))

export const infoTexts = readTexts(additionalInfo)

export const fieldTexts = (schema: string): Readonly<Record<string, ParameterText>> =>
  Object.fromEntries(
    [...(schemaTexts.get(schema)?.fields ?? [])].map(([name, { description, examples }]) => [
      name,
      { description, ...(typeof examples?.[0] === 'string' && { example: examples[0] }) },
    ]),
  )
