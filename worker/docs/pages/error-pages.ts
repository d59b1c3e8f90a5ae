import failedRequests from '#worker/docs/errors/failed-requests.md?raw'
import numbers from '#worker/docs/errors/numbers.md?raw'
import { sectionsOf } from '#worker/docs/fill.ts'
import { answerExamples } from '#worker/docs/openapi/answer-examples.ts'
import { errorExample } from '#worker/docs/openapi/endpoint-errors.ts'
import { answerWarnings } from '#worker/docs/openapi/response-codes.ts'
import type { Page, Series } from '#worker/docs/site/page.ts'
import { errorTable, type PublicErrorCode, publicErrorCodes } from '#worker/errors.ts'
import { answerErrors } from '#worker/validation/answer-codes.ts'
import { jsonBlock, markdownTable } from './blocks.ts'

const requestErrors = new Map(sectionsOf(failedRequests))
const answerFixes = new Map(sectionsOf(numbers))

function requestErrorText(code: PublicErrorCode): { meaning: string; fix: string; retry: string } {
  const [meaning, fix, retry = 'No. The same request fails again.'] = requestErrors.get(code) ?? []
  if (!meaning || !fix) throw new Error(`Add what ${code} means and how to fix it to failed-requests.md`)
  return { meaning, fix, retry }
}

function answerFix(code: string): string {
  const [fix] = answerFixes.get(code) ?? []
  if (!fix) throw new Error(`Add what to do about ${code} to numbers.md`)
  return fix
}

const pathOf = (code: string) => `/docs/errors/${code}` as const

const linkTo = (code: string) => `[\`${code}\`](${pathOf(code)})`

const plain = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')

type ErrorPage = Pick<Page, 'title' | 'description' | 'body'> & {
  keywords?: string
  fix: string
  retry: string
  quota: string
}

const errorPage = (code: string, { description, body, fix, retry, quota, ...page }: ErrorPage): Page => ({
  ...page,
  path: pathOf(code),
  heading: `\`${code}\``,
  navTitle: `\`${code}\``,
  description: plain(description),
  body: [...body, `## What to do\n\n${fix}\n\n## Should I retry?\n\n${retry}\n\n${quota}`],
})

function requestErrorPage(code: PublicErrorCode): Page {
  const { meaning, fix, retry } = requestErrorText(code)
  const { status, message } = errorTable[code]
  return errorPage(code, {
    title: `${code} (status ${status})`,
    description: `${meaning} What the error ${code} of the Tinproof API means and how to fix it.`,
    keywords: `${status} ${message}`,
    body: [meaning, jsonBlock(`Status ${status}`, errorExample(code))],
    fix,
    retry,
    quota: "Failed requests don't count toward your quota.",
  })
}

function answerErrorPage(code: string, meaning: string): Page {
  const { request, errors, overall } = answerExamples(code)
  const own = errors.filter((error) => error.code === code)
  return errorPage(code, {
    title: `${code} in errors[]`,
    description: `${meaning} What the code ${code} in a Tinproof validation result means and what to do about it.`,
    body: [
      `${meaning} The code appears in \`errors\` of a [validation](/docs/reference/validate) with status 200.`,
      jsonBlock('Request', request),
      jsonBlock('Part of the response', { validation: { overall }, errors: own }),
    ],
    fix: answerFix(code),
    retry: answerRetry(
      code,
      own.some(({ retryable }) => retryable),
    ),
    quota: 'Validations with a result count toward your quota, whether the number is valid or not.',
  })
}

function answerRetry(code: string, isRetryable: boolean): string {
  if (isRetryable) return "Yes, in a few minutes. The result of the format check doesn't change."
  return code === 'NOT_REGISTERED'
    ? 'Not right away. If the number is new, validate it again in a few days.'
    : 'No. The same number has the same result.'
}

export function errorSeries(): Series {
  const answers = Object.entries(answerErrors)
  const index: Page = {
    path: '/docs/errors/',
    title: 'Error codes',
    description:
      'All error and warning codes of the Tinproof API: what each one means, an example, what to do, and whether to retry.',
    body: [
      `The \`docs\` field of a failed request links to the page of its code. To learn how to handle errors, see the [guide](/docs/guides/errors).

## Failed requests

${markdownTable(
  ['Code', 'Status', 'Meaning'],
  publicErrorCodes.map((code) => [
    linkTo(code),
    String(errorTable[code].status),
    requestErrorText(code).meaning,
  ]),
)}

## Problems with a number

These codes appear in \`errors\` of responses with status 200.

${markdownTable(
  ['Code', 'Meaning'],
  answers.map(([code, text]) => [linkTo(code), text]),
)}

## Warnings

These codes appear in \`warnings\` of responses with status 200. They don't make a number invalid.

${markdownTable(
  ['Code', 'Meaning'],
  Object.entries(answerWarnings).map(([code, text]) => [`\`${code}\``, text]),
)}`,
    ],
  }
  return {
    index,
    pages: [
      ...publicErrorCodes.map(requestErrorPage),
      ...answers.map(([code, meaning]) => answerErrorPage(code, meaning)),
    ],
  }
}
