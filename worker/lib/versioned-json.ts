import type * as z from 'zod'

/** Raise the version with each change of the format: other versions and damaged JSON read as undefined. */
export const versionedJson = <Value extends object>(version: number, schema: z.ZodType<Value>) => ({
  encode: (value: Value) => JSON.stringify({ v: version, ...value }),
  decode: (text: string): Value | undefined => {
    try {
      const json = JSON.parse(text)
      return json.v === version ? schema.safeParse(json).data : undefined
    } catch {
      return undefined
    }
  },
})
