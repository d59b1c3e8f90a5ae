import failedRequests from '#worker/docs/errors/failed-requests.md?raw'
import numbers from '#worker/docs/errors/numbers.md?raw'
import type { PublicErrorCode } from '#worker/errors.ts'

function linesByCode(text: string): ReadonlyMap<string, readonly string[]> {
  const sections = text.split(/^# /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [code = '', ...lines] = section.trim().split('\n')
      return [code, lines]
    }),
  )
}

const requestErrors = linesByCode(failedRequests)
const answerFixes = linesByCode(numbers)

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
