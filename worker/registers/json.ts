import * as z from 'zod/mini'
import type { TextResponse } from '#worker/lib/http-client.ts'
import { readJson } from '#worker/lib/read-json.ts'
import { NoAnswerError, toFailure } from './answers.ts'
import type { RegisterHttp } from './register.ts'
import { MAX_RAW_LENGTH } from './texts.ts'

export const acceptJson = { headers: { Accept: 'application/json' } } as const

export const postJson = (body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** For optional parts of an answer: a value with another shape counts as missing. */
export const optional = <Shape extends z.core.$ZodType>(schema: Shape) => z.catch(z.nullish(schema), null)

/** Some registers write codes as numbers. */
export const textOrNumber = z.union([z.string(), z.pipe(z.number(), z.transform(String))])
export const optionalText = optional(textOrNumber)

export const parseJson = <Shape>(schema: z.core.$ZodType<Shape>, { text }: TextResponse): Shape | undefined =>
  z.safeParse(schema, readJson(text, cutText)).data

export const parseOk = <Shape>(schema: z.core.$ZodType<Shape>, response: TextResponse): Shape | undefined =>
  response.status === 200 ? parseJson(schema, response) : undefined

/** Throws NoAnswerError. */
export function readOk<Shape>(schema: z.core.$ZodType<Shape>, response: TextResponse): Shape {
  const answer = parseOk(schema, response)
  if (answer === undefined) throw new NoAnswerError(toFailure(response))
  return answer
}

export async function fetchJson<Shape>(
  http: RegisterHttp,
  schema: z.core.$ZodType<Shape>,
  path: string,
  init: Parameters<RegisterHttp['request']>[1] = acceptJson,
): Promise<Shape> {
  return readOk(schema, await http.request(path, init))
}

const cutText = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.slice(0, MAX_RAW_LENGTH) : value
