import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleOrigin } from '#worker/docs/openapi/examples.ts'
import { type ApiRequest, LIVE_TOKEN_PLACEHOLDER, type Sent, TOKEN_PLACEHOLDER } from './api-request.ts'
import { cSharp } from './csharp.ts'
import { curl } from './curl.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { typeScript } from './typescript.ts'

const TIMEOUT = 10
const UPLOAD_TIMEOUT = 120

const languages = [
  { id: 'bash', name: 'curl', write: curl },
  { id: 'typescript', name: 'TypeScript', write: typeScript },
  { id: 'python', name: 'Python', write: python },
  { id: 'php', name: 'PHP', write: php },
  { id: 'ruby', name: 'Ruby', write: ruby },
  { id: 'java', name: 'Java', write: java },
  { id: 'go', name: 'Go', write: go },
  { id: 'csharp', name: 'C#', write: cSharp },
] as const satisfies readonly { id: string; name: string; write: (request: Sent) => string }[]

export type LanguageId = (typeof languages)[number]['id']
export type Snippet = { id: LanguageId; name: string; text: string }

function sentBy({ path, needsToken, headers, prints = [], ...request }: ApiRequest): Sent {
  const { body, file } = request
  const token = needsToken === 'live' ? LIVE_TOKEN_PLACEHOLDER : TOKEN_PLACEHOLDER
  return {
    ...request,
    url: `${exampleOrigin}${path}`,
    headers: {
      ...(needsToken && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(file && { 'Content-Type': file.type }),
      ...headers,
    },
    prints,
    timeout: file ? UPLOAD_TIMEOUT : TIMEOUT,
  }
}

export const snippetsOf = (request: ApiRequest): Snippet[] =>
  languages
    .filter(({ id }) => id === 'bash' || !request.savesAs)
    .map(({ id, name, write }) => ({ id, name, text: write(sentBy(request)) }))

export function snippetsIn(file: string, names: Partial<Record<LanguageId, string>> = {}): Snippet[] {
  const text = readFileSync(join(import.meta.dirname, `${file}.md`), 'utf8')
  const fences = Object.fromEntries(
    [...text.matchAll(/^```(\w+)\n(.*?)\n```$/gms)].map(([, id, code]) => [id, code]),
  )
  return languages.flatMap(({ id, name }) =>
    fences[id] ? [{ id, name: names[id] ?? name, text: fences[id] }] : [],
  )
}
