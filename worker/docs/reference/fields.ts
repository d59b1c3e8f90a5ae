import type { Schema } from '#worker/docs/openapi/schemas.ts'
import { code, empty, escapeHtml, type Html, html, inlineMarkdown, joinHtml, table } from './html.ts'

const plurals: Readonly<Record<string, string>> = {
  string: 'strings',
  number: 'numbers',
  'number or null': 'numbers or null',
}

function typeOf({ $ref, type, format, items, anyOf }: Schema): Html {
  if ($ref !== undefined) {
    const name = escapeHtml($ref.split('/').at(-1) ?? '')
    return html`<a href="#${name}">${name}</a>`
  }
  if (anyOf)
    return joinHtml(
      anyOf.map((part) => typeOf(part as Schema)),
      ' or ',
    )
  if (type === 'array') return html`list of ${listed(items as Schema)}`
  const words = [type].flat().filter((word) => word !== undefined)
  return escapeHtml(words.join(' or ').replace('string', format === 'date-time' ? 'time' : 'string'))
}

function listed(items: Schema): Html {
  const type = typeOf(items)
  return escapeHtml(plurals[type] ?? '') || type
}

const figure = new Intl.NumberFormat('en-US')

function constraintsOf(schema: Schema): string {
  const { enum: values = [], maxLength, minimum, maximum, default: without, examples = [] } = schema
  const quoted = (list: readonly unknown[]) => list.map((value) => `\`${value}\``).join(', ')
  return [
    values.length > 0 && `One of ${quoted(values)}.`,
    maxLength !== undefined && `At most ${figure.format(maxLength)} characters.`,
    maximum !== undefined && `${figure.format(minimum ?? 0)} to ${figure.format(maximum)}.`,
    without !== undefined && `Default \`${without}\`.`,
    Array.isArray(examples) && examples.length > 0 && `Example: ${quoted(examples)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function describeField(schema: Schema, more = ''): Html {
  const [words = ''] = (schema.description ?? '').split('\n\n')
  return inlineMarkdown([words, constraintsOf(schema), more].filter(Boolean).join(' '))
}

export const fieldId = (schemaName: string, field: string) => `${schemaName}.${field}`

export function fieldTable(
  schemaName: string,
  schema: Schema,
  { title = schemaName, more = {}, marksRequired = false }: FieldTableOptions = {},
): Html {
  const { properties = {}, required = [] } = schema
  const rows = Object.entries(properties).map(([field, part]) => {
    const isRequired = required.includes(field)
    const note = marksRequired === isRequired ? (isRequired ? 'required' : 'optional') : undefined
    const need = note ? html` <span class="need">${escapeHtml(note)}</span>` : empty
    const first = html`${code(field)} <span class="type">${typeOf(part as Schema)}</span>${need}`
    return { id: fieldId(schemaName, field), cells: [first, describeField(part as Schema, more[field])] }
  })
  return table(title, ['Field', 'Description'], rows)
}

type FieldTableOptions = {
  title?: string
  more?: Readonly<Record<string, string>>
  marksRequired?: boolean
}
