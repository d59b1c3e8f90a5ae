import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicErrorCode } from '#worker/errors.ts'

/** The lines below each code, which is a heading. */
function linesByCode(file: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(join(import.meta.dirname, '../errors', file), 'utf8')
  const sections = text.split(/^# /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [code = '', ...lines] = section.trim().split('\n')
      return [code, lines]
    }),
  )
}

const requestErrors = linesByCode('failed-requests.md')
const answerFixes = linesByCode('numbers.md')

export function requestErrorText(code: PublicErrorCode): { meaning: string; fix: string; retry: string } {
  const [meaning, fix, retry = 'No. The same request fails again.'] = requestErrors.get(code) ?? []
  if (!meaning || !fix) throw new Error(`Add what ${code} means and how to fix it to failed-requests.md`)
  return { meaning, fix, retry }
}

/** What to do about a problem with a number. The codes' meaning is in the OpenAPI document. */
export function answerFix(code: string): string {
  const [fix] = answerFixes.get(code) ?? []
  if (!fix) throw new Error(`Add what to do about ${code} to numbers.md`)
  return fix
}
