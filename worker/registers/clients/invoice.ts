import * as z from 'zod'
import {
  cleanText,
  found,
  noAnswer,
  notFound,
  parseJson,
  todayIn,
  toFacts,
  toFailure,
} from '#worker/registers/parse-response.ts'
import type { Register, RegisterAnswer } from '#worker/registers/register.ts'

/**
 * https://www.invoice-kohyo.nta.go.jp/web-api/, GET /1/num. Of an individual (kind 1) name and address are there only
 * if they were announced. Dates are `YYYY-MM-DD`, or empty; they may be ones to come.
 */
const pageSchema = z.object({
  count: z.coerce.number(),
  announcement: z.array(
    z.object({
      registratedNumber: z.string(),
      process: z.string(),
      kind: z.string().nullish(),
      registrationDate: z.string().nullish(),
      disposalDate: z.string().nullish(),
      expireDate: z.string().nullish(),
      name: z.string().nullish(),
      address: z.string().nullish(),
      tradeName: z.string().nullish(),
    }),
  ),
})
type Announcement = z.infer<typeof pageSchema>['announcement'][number]

const registrants: Readonly<Record<string, string>> = { 1: 'individual', 2: 'corporation' }

/** What it asks of those whom it turned away for too many calls (milliseconds); no document tells a limit. */
const PAUSE = 10_000

export const invoice: Register = {
  id: 'invoice',
  name: 'NTA invoice register',
  identifiers: ['JP.T'],
  base: 'https://web-api.invoice-kohyo.nta.go.jp/1',
  requiredSettings: ['JP_INVOICE_APP_ID'],
  limit: { concurrent: 2, calls: 1, seconds: 1 },
  lookUp: async (http, { compact }) => {
    const query = new URLSearchParams({
      id: http.settings.JP_INVOICE_APP_ID ?? '',
      number: compact,
      type: '21',
      history: '0',
    })
    const response = await http.request(`/num?${query}`)
    const page = response.status === 200 ? parseJson(pageSchema, response) : undefined
    if (page) {
      const [announcement] = page.announcement
      // It counts what it found, too: a list that was lost on the way is no "no".
      if (!announcement) return page.count === 0 ? notFound : noAnswer('UNREADABLE')
      return announcement.registratedNumber === compact ? toFound(announcement) : noAnswer('WRONG_NUMBER')
    }
    if (response.status === 403) return { ...noAnswer('THROTTLED', '403'), pause: PAUSE }
    // An application ID that it does not know is a page that does not exist; an unknown number never is.
    if (response.status === 404) return noAnswer('BLOCKED', '404')
    if (response.status === 400 && response.type !== 'text/html') return noAnswer('REFUSED', '400')
    return toFailure(response)
  },
}

function toFound(announcement: Announcement): RegisterAnswer {
  const status = statusOf(announcement)
  if (status === undefined) return noAnswer('UNREADABLE')
  return found({
    registered: status === 'registered',
    proves: 'vat-registration',
    name: cleanText(announcement.name),
    address: cleanText(announcement.address),
    status,
    facts: toFacts({
      registrant: registrants[announcement.kind ?? ''],
      tradeName: announcement.tradeName,
      registeredOn: announcement.registrationDate,
      cancelledOn: announcement.disposalDate,
      expiredOn: announcement.expireDate,
    }),
  })
}

/** Undefined where it says that a registration ends (03, 04), and no day of it. */
function statusOf({ process, registrationDate, disposalDate, expireDate }: Announcement): string | undefined {
  const today = todayIn('Asia/Tokyo')
  const hasCome = (date: string | null | undefined) => Boolean(date) && (date ?? '') <= today
  if (process === '99') return 'deleted'
  if (hasCome(disposalDate)) return 'cancelled'
  if (hasCome(expireDate)) return 'expired'
  if ((process === '03' || process === '04') && !disposalDate && !expireDate) return undefined
  return registrationDate && !hasCome(registrationDate) ? 'registered from a later day' : 'registered'
}
