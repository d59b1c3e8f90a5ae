import { expect } from 'vitest'
import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { type Answer, type CallId, mismatches, responsesOf } from './conformance.ts'

/** An error's body without what differs from request to request. */
function lastingError(body: unknown): string {
  const { requestId: _, docs, ...error } = Object(body) as { requestId?: string; docs?: string }
  const text = JSON.stringify({ ...error, docs: docs && new URL(docs).pathname })
  return text.replaceAll(/[A-Z][a-z]+ \d{1,2}, \d{4}/g, '<day>').replace(/ in [^.]+(?=\.)/, ' in <time>')
}

/** The codes of errors that calls have alike. `worker/http/openapi.test.ts` causes them in each call. */
const alike: ReadonlySet<string> = new Set([
  'TOKEN_REQUIRED',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'IP_NOT_ALLOWED',
  'PERMISSION_MISSING',
  'ORGANIZATION_SUSPENDED',
  'SANDBOX_TOKEN_REFUSED',
  'RATE_LIMITED',
  'INVALID_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'SERVICE_UNAVAILABLE',
  'SETTINGS_INVALID',
])
const isAlike = (error: unknown) => alike.has((Object(error) as { code?: string }).code ?? '')

/** Compares the Worker's responses with the document, and remembers which ones there were. */
export function documentedCalls(document: OpenApiDocument) {
  const seen = new Map<CallId, { status: number; error: string }[]>()
  return {
    /** Expects that the document describes this response. */
    fits(call: CallId, answer: Answer): [status: number, code: string | undefined] {
      expect(mismatches(document, call, answer)).toEqual([])
      const { status, body } = answer
      seen.set(call, [...(seen.get(call) ?? []), { status, error: status < 400 ? '' : lastingError(body) }])
      return [status, (Object(body) as { code?: string }).code]
    },
    /** Documented statuses and errors that no response had. Nothing can cause a 500 on purpose. */
    unseen(call: CallId, which: 'own' | 'alike' = 'own'): string[] {
      const had = seen.get(call) ?? []
      const responses = Object.entries(responsesOf(document, call)).filter(([status]) => status !== '500')
      return responses.flatMap(([status, { content }]) => {
        if (Number(status) < 400)
          return which === 'own' && !had.some((answer) => answer.status === Number(status)) ? [status] : []
        return Object.values(content?.['application/json']?.examples ?? {})
          .filter(({ value }) => isAlike(value) === (which === 'alike'))
          .map(({ value }) => lastingError(value))
          .filter((error) => !had.some((answer) => answer.error === error))
      })
    },
  }
}
