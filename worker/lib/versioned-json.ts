import type * as z from 'zod'

/**
 * The JSON of a cached value, with the version of its format: raise it with each change. What another version wrote, or
 * what is damaged, reads as undefined, so that it is loaded again.
 */
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
