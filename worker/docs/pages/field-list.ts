import { formatNumber } from '#worker/docs/fill.ts'
import { type Schema, valuesOf } from '#worker/docs/openapi/schema.ts'
import { code, empty, escapeHtml, type Html, html, joinHtml, trusted } from '#worker/docs/site/html.ts'
import { inlineMarkdown } from '#worker/docs/site/markdown.ts'
import type { Block } from '#worker/docs/site/page.ts'

const plurals: Readonly<Record<string, string>> = {
  string: 'strings',
  number: 'numbers',
  'number or null': 'numbers or null',
}

type Elsewhere = Readonly<Record<string, string>>

export function typeOf(schema: Schema, elsewhere: Elsewhere = {}): Html {
  const { $ref, type, format, items, anyOf } = schema
  if (valuesOf(schema).length > 0) return html`string`
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    const href = `${elsewhere[name] ?? ''}#${name}`
    return html`<a href="${escapeHtml(href)}">${escapeHtml(name)}</a>`
  }
  if (anyOf) {
    const types = new Set(anyOf.map((part) => typeOf(part as Schema, elsewhere)))
    return joinHtml([...types], ' or ')
  }
  if (type === 'array') return html`list of ${listed(items as Schema, elsewhere)}`
  const words = [type].flat().filter((word) => word !== undefined)
  return escapeHtml(words.join(' or ').replace('string', format === 'date-time' ? 'time' : 'string'))
}

function listed(items: Schema, elsewhere: Elsewhere): Html {
  const type = typeOf(items, elsewhere)
  return escapeHtml(plurals[type] ?? '') || type
}

function constraintsOf(schema: Schema): string {
  const { maxLength, maxItems, minimum, maximum, default: without, examples = [] } = schema
  const values = valuesOf((schema.anyOf?.[0] as Schema | undefined) ?? schema)
  const quoted = (list: readonly unknown[]) => list.map((value) => `\`${value}\``).join(', ')
  return [
    values.length > 0 && `One of ${quoted(values)}.`,
    maxLength !== undefined && `At most ${formatNumber(maxLength)} characters.`,
    maxItems !== undefined && `At most ${formatNumber(maxItems)}.`,
    maximum !== undefined && `${formatNumber(minimum ?? 0)} to ${formatNumber(maximum)}.`,
    without !== undefined && `Default \`${without}\`.`,
    Array.isArray(examples) && examples.length > 0 && `Example: ${quoted(examples)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** In Markdown. Lists of codes after the first paragraph have pages of their own. */
export function describeField(schema: Schema, more = ''): string {
  const [words = ''] = (schema.description ?? '').split('\n\n')
  return [words, constraintsOf(schema), more].filter(Boolean).join(' ')
}

export const fieldId = (schemaName: string, field: string) => `${schemaName}.${field}`

type Field = { id: string; name: string; type: Html; need?: string | undefined; text: string }

const plainType = (type: Html) => type.replaceAll(/<[^>]+>/g, '')

export const fieldBlock = (fields: readonly Field[]): Block => ({
  html: html`<dl class="fields">${fields.map(
    ({ id, name, type, need, text }) =>
      html`<div id="${escapeHtml(id)}"><dt>${code(name)} <span class="type">${type}</span>${need ? html` <span class="${need === 'required' ? trusted('need') : trusted('type')}">${escapeHtml(need)}</span>` : empty}</dt><dd>${inlineMarkdown(text)}</dd></div>`,
  )}</dl>`,
  markdown: fields
    .map(({ name, type, need, text }) => {
      const kind = [plainType(type), need].filter(Boolean).join(', ')
      return `- \`${name}\`${kind && ` (${kind})`}: ${text}`
    })
    .join('\n'),
})

type Options = { more?: Readonly<Record<string, string>>; marksRequired?: boolean; elsewhere?: Elsewhere }

export function fieldList(
  name: string,
  { properties = {}, required = [] }: Schema,
  { more = {}, marksRequired = false, elsewhere = {} }: Options = {},
): Block {
  return fieldBlock(
    Object.entries(properties).map(([field, part]) => ({
      id: fieldId(name, field),
      name: field,
      type: typeOf(part as Schema, elsewhere),
      need: marksRequired ? (required.includes(field) ? 'required' : 'optional') : undefined,
      text: describeField(part as Schema, more[field]),
    })),
  )
}
