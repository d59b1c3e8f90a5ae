import * as z from 'zod'
import { MAX_IDEMPOTENCY_KEY } from '#worker/idempotency/idempotent-call.ts'
import { callText, type ParameterText } from './call-texts.ts'
import type { EndpointId } from './endpoints.ts'
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
  schema: z.core.$ZodType,
  { description, example }: { description: string; example: string },
): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: schemaOfText(schema),
  example,
})

/** Without the organization, which the dashboard sends. */
export const queryParameters = (
  { shape }: z.ZodObject,
  texts: Readonly<Record<string, ParameterText>>,
): Parameter[] =>
  Object.entries<z.core.$ZodType>(shape).flatMap(([name, schema]) => {
    if (name === 'organizationId') return []
    const text = texts[name]
    if (!text) throw new Error(`The query parameter ${name} has no text`)
    return [{ name, in: 'query', required: false, ...text, schema: schemaOfText(schema) }]
  })

export const queryOf = (call: EndpointId, schema: z.ZodObject): Parameter[] =>
  queryParameters(schema, callText(call).parameters)

/** The schema of a value that arrives as text: coerced numbers and flags have the type they become. */
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
