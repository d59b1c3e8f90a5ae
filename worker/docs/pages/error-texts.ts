import failedRequests from '#worker/docs/errors/failed-requests.md?raw'
import numbers from '#worker/docs/errors/numbers.md?raw'
import { sectionsOf } from '#worker/docs/fill.ts'
import type { PublicErrorCode } from '#worker/errors.ts'

const requestErrors = new Map(sectionsOf(failedRequests))
const answerFixes = new Map(sectionsOf(numbers))

export function requestErrorText(code: PublicErrorCode): { meaning: string; fix: string; retry: string } {
  const [meaning, fix, retry = 'No. The same request fails again.'] = requestErrors.get(code) ?? []
  if (!meaning || !fix) throw new Error(`Add what ${code} means and how to fix it to failed-requests.md`)
  return { meaning, fix, retry }
}

export function answerFix(code: string): string {
  const [fix] = answerFixes.get(code) ?? []
  if (!fix) throw new Error(`Add what to do about ${code} to numbers.md`)
  return fix
}
