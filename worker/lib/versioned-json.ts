import * as z from 'zod/mini'

/** Raise the version with each change of the format: other versions and damaged JSON read as undefined. */
export const versionedJson = <Value extends object>(version: number, schema: z.core.$ZodType<Value>) => ({
  encode: (value: Value) => JSON.stringify({ v: version, ...value }),
  decode: (text: string): Value | undefined => {
    try {
      const json = JSON.parse(text)
      return json.v === version ? z.safeParse(schema, json).data : undefined
    } catch {
      return undefined
    }
  },
})
