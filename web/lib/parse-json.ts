/** Undefined if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Of what was stored or sent. Only an object has fields. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value)
