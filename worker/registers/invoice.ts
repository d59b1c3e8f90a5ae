import * as z from 'zod/mini'
import { found, noAnswer, notFound, toFailure, unknownStatus } from './answers.ts'
import { optionalText, parseOk } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, isTodayOrPast } from './texts.ts'

/** https://www.invoice-kohyo.nta.go.jp/web-api/, GET /1/num. Dates are `YYYY-MM-DD` or empty, and may be in the future. */
const pageSchema = z.object({
  count: optionalText,
  announcement: z.array(
    z.object({
      registratedNumber: z.string(),
      process: z.string(),
      kind: optionalText,
      registrationDate: z.nullish(z.string()),
      disposalDate: z.nullish(z.string()),
      expireDate: z.nullish(z.string()),
      name: optionalText,
      address: optionalText,
      addressRequest: optionalText,
      tradeName: optionalText,
    }),
  ),
})
type Announcement = z.infer<typeof pageSchema>['announcement'][number]

/** New, changed, expired, canceled, deleted. */
const processes = ['01', '02', '03', '04', '99']

const registrants: Readonly<Record<string, string>> = { 1: 'individual', 2: 'corporation' }

const PAUSE = 10_000

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const query = new URLSearchParams({
    id: http.settings.JP_INVOICE_APP_ID ?? '',
    number: compact,
    type: '21',
    history: '0',
  })
  const response = await http.request(`/num?${query}`)
  const page = parseOk(pageSchema, response)
  if (page) {
    const [announcement] = page.announcement
    // An empty list is an answer only if the count agrees.
    if (!announcement) return page.count === '0' ? notFound : noAnswer('UNREADABLE')
    return announcement.registratedNumber === compact ? toFound(announcement) : noAnswer('WRONG_NUMBER')
  }
  if (response.status === 403) return { ...noAnswer('THROTTLED', '403'), pause: PAUSE }
  // An unknown application ID is a 404; an unknown number is not.
  if (response.status === 404) return noAnswer('BLOCKED', '404')
  if (response.status === 400 && response.type !== 'text/html') return noAnswer('REFUSED', '400')
  return toFailure(response)
}

function toFound(announcement: Announcement): RegisterAnswer {
  const { process } = announcement
  if (!processes.includes(process)) return unknownStatus('invoice', process)
  const status = statusOf(announcement)
  if (status === undefined) return noAnswer('UNREADABLE')
  return found({
    registered: status === 'registered',
    name: announcement.name,
    address: cleanText(announcement.addressRequest) ?? cleanText(announcement.address),
    status,
    facts: {
      registrant: registrants[announcement.kind ?? ''],
      tradeName: announcement.tradeName,
      registeredOn: announcement.registrationDate,
      canceledOn: announcement.disposalDate,
      expiredOn: announcement.expireDate,
    },
  })
}

function statusOf({ process, registrationDate, disposalDate, expireDate }: Announcement): string | undefined {
  const hasCome = (date: string | null | undefined) => isTodayOrPast(date, 'Asia/Tokyo')
  if (process === '99') return 'deleted'
  if (hasCome(disposalDate)) return 'canceled'
  if (hasCome(expireDate)) return 'expired'
  if ((process === '03' || process === '04') && !disposalDate && !expireDate) return undefined
  return registrationDate && !hasCome(registrationDate) ? 'registered from a later day' : 'registered'
}
