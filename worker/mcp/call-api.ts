import type * as z from 'zod'

type ApiCall = { path: string; body?: object; idempotencyKey?: string | undefined }

/** Calls the API with the caller's token. A GET without a body. Throws ApiRefusal. */
export type CallApi = <Schema extends z.ZodType>(schema: Schema, call: ApiCall) => Promise<z.output<Schema>>

export const queryOf = (fields: Readonly<Record<string, string | number | undefined>>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()

export class ApiRefusal extends Error {
  readonly body: { code: string; message: string }

  constructor(body: { code: string; message: string }) {
    super(body.message)
    this.name = 'ApiRefusal'
    this.body = body
  }
}
