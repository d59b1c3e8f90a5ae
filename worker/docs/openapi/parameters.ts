import * as z from 'zod'
import { MAX_IDEMPOTENCY_KEY } from '#worker/idempotency/idempotent-call.ts'
import { type Schema, simplify } from './schema.ts'

export type Parameter = {
  name: string
  in: 'query' | 'header' | 'path'
  required: boolean
  description: string
  schema: Schema
  example?: string | number | boolean
}

export const idempotencyKeyParameter = (description: string): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY },
  example: '7f4d2c1e-9b0a-4e53-8a6f-2d1c3b5a7e90',
})

export const ifNoneMatchParameter: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the response you already have.',
  schema: { type: 'string' },
}

export const pathParameter = (
  name: string,
  schema: z.ZodType,
  { description, example }: { description: string; example: string },
): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: schemaOfText(schema),
  example,
})

type Docs = string | { readonly description: string; readonly example?: string | number | boolean }

export const queryParameters = <Fields extends z.ZodRawShape>(
  { shape }: z.ZodObject<Fields>,
  docs: { readonly [Field in keyof Fields]: Docs },
): Parameter[] =>
  Object.entries<z.core.$ZodType>(shape).map(([name, schema]) => {
    const text: Docs = docs[name as keyof Fields]
    const { description, ...example } = typeof text === 'string' ? { description: text } : text
    return { name, in: 'query', required: false, description, schema: schemaOfText(schema), ...example }
  })

/** Of a value that arrives as text: coerced numbers and flags have what they become. */
function schemaOfText(schema: z.core.$ZodType): Schema {
  const options = { unrepresentable: 'any' } as const
  const { $schema: _, ...described } = {
    ...z.toJSONSchema(schema, { ...options, io: 'input' }),
    ...z.toJSONSchema(schema, { ...options, io: 'output' }),
  }
  const { enum: values, ...rest } = simplify(described)
  if (String(values) === 'true,false') return { ...rest, type: 'boolean' }
  return { ...rest, ...(values && { enum: values }) }
}
