import type * as z from 'zod'
import { batchStates } from '#db/enums.ts'
import { rowResults } from '#worker/batches/contract.ts'
import { hasPortablePattern } from '#worker/lib/text.ts'
import { monitorFields, monitorIntervals } from '#worker/monitors/contract.ts'
import { proofs } from '#worker/registers/constants.ts'
import { kinds } from '#worker/tin/types.ts'
import { results } from '#worker/validation/contract.ts'

export type Schema = z.core.JSONSchema.BaseSchema & { 'x-extensible-enum'?: string[] }

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Fields with the same values have one type in generated clients. */
const sharedValues: Readonly<Record<string, readonly string[]>> = {
  ValidationResult: results,
  RowResult: rowResults,
  Proof: proofs,
  TaxIdKind: kinds,
  BatchState: batchStates,
  MonitorInterval: monitorIntervals,
  MonitorField: monitorFields,
}

export const valueSchemas = (): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(sharedValues).map(([name, values]) => [name, { type: 'string', enum: [...values] }]),
  )

export const valuesOf = ({ $ref = '', enum: values }: Schema): readonly unknown[] =>
  values ?? sharedValues[$ref.split('/').at(-1) ?? ''] ?? []

export function simplify(schema: Schema): Schema {
  const [shared] =
    Object.entries(sharedValues).find(([, values]) => String(values) === String(schema.enum)) ?? []
  if (shared) {
    const { type: _, enum: __, ...rest } = schema
    return { ...schemaRef(shared), ...rest }
  }
  const { anyOf, pattern, minimum, maximum, ...rest } = simplifyParts(schema)
  const simple: Schema = {
    ...rest,
    ...(pattern !== undefined && hasPortablePattern(schema) && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
  if (!anyOf) return simple
  const [value, none] = anyOf as [Schema, Schema]
  const { type, enum: values, ...more } = value
  const isNullable = anyOf.length === 2 && none.type === 'null' && typeof type === 'string'
  // Code generators can't read `null` in an enum, and a constant excludes it.
  if (!isNullable || values || 'const' in value) return { ...simple, anyOf }
  return { ...simple, type: [type, 'null'], ...more } as Schema
}

function simplifyParts({ properties, items, anyOf, ...rest }: Schema): Schema {
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, schema]) => [field, simplify(schema as Schema)]),
      ),
    }),
    ...(items && { items: simplify(items as Schema) }),
    ...(anyOf && { anyOf: anyOf.map((schema) => simplify(schema as Schema)) }),
  } as Schema
}
