import type { Schema } from '#worker/docs/openapi/schemas.ts'
import { code, escaped, type Html, html, inline, joined, nothing, table } from './html.ts'

const plurals: Readonly<Record<string, string>> = {
  string: 'strings',
  number: 'numbers',
  'number or null': 'numbers or null',
}

/** The type in words; another schema is a link to it. */
function typeOf({ $ref, type, format, items, anyOf }: Schema): Html {
  if ($ref !== undefined) {
    const name = escaped($ref.split('/').at(-1) ?? '')
    return html`<a href="#${name}">${name}</a>`
  }
  if (anyOf)
    return joined(
      anyOf.map((part) => typeOf(part as Schema)),
      ' or ',
    )
  if (type === 'array') return html`list of ${listed(items as Schema)}`
  const words = [type].flat().filter((word) => word !== undefined)
  return escaped(words.join(' or ').replace('string', format === 'date-time' ? 'time' : 'string'))
}

function listed(items: Schema): Html {
  const type = typeOf(items)
  return escaped(plurals[type] ?? '') || type
}

const figure = new Intl.NumberFormat('en-US')

/** Bounds and values in words, as Markdown. */
function boundsOf(schema: Schema): string {
  const { enum: values = [], maxLength, minimum, maximum, default: without, examples = [] } = schema
  const quoted = (list: readonly unknown[]) => list.map((value) => `\`${value}\``).join(', ')
  return [
    values.length > 0 && `One of ${quoted(values)}.`,
    maxLength !== undefined && `At most ${figure.format(maxLength)} characters.`,
    maximum !== undefined && `${figure.format(minimum ?? 0)} to ${figure.format(maximum)}.`,
    without !== undefined && `Default \`${without}\`.`,
    Array.isArray(examples) && examples.length > 0 && `Such as ${quoted(examples)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What is told of a field: the first paragraph, for the list of its codes stands in a table of its own. */
export function wordsOf(schema: Schema, more = ''): Html {
  const [words = ''] = (schema.description ?? '').split('\n\n')
  return inline([words, boundsOf(schema), more].filter(Boolean).join(' '))
}

/** Where a field can be linked to. */
export const fieldId = (schemaName: string, field: string) => `${schemaName}.${field}`

/** The fields of an object. `more` adds a sentence of Markdown to a field. */
export function fieldTable(
  schemaName: string,
  schema: Schema,
  { title = schemaName, more = {}, marksRequired = false }: FieldTableOptions = {},
): Html {
  const { properties = {}, required = [] } = schema
  const rows = Object.entries(properties).map(([field, part]) => {
    const isRequired = required.includes(field)
    const note = marksRequired === isRequired ? (isRequired ? 'required' : 'may be absent') : undefined
    const need = note ? html` <span class="need">${escaped(note)}</span>` : nothing
    const first = html`${code(field)} <span class="type">${typeOf(part as Schema)}</span>${need}`
    return { id: fieldId(schemaName, field), cells: [first, wordsOf(part as Schema, more[field])] }
  })
  return table(title, ['Field', 'Meaning'], rows)
}

type FieldTableOptions = {
  title?: string
  more?: Readonly<Record<string, string>>
  /** Marks the fields that must be there; without it, those that may be absent. */
  marksRequired?: boolean
}
