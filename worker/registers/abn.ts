import * as z from 'zod/mini'
import { found, noAnswer, notFound, unknownStatus } from './answers.ts'
import { optional, optionalText, readOk } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, isoDate } from './texts.ts'

/** https://abr.business.gov.au/json/. An error is a Message in an otherwise empty record. */
const recordSchema = z.object({
  Message: z.string(),
  Abn: z.nullish(z.string()),
  AbnStatus: z.nullish(z.string()),
  AbnStatusEffectiveFrom: optionalText,
  Acn: optionalText,
  AddressPostcode: optionalText,
  AddressState: optionalText,
  BusinessName: optional(z.array(z.string())),
  EntityName: optionalText,
  EntityTypeName: optionalText,
  Gst: z.nullish(z.string()),
})

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const query = new URLSearchParams({
    abn: compact,
    callback: 'callback',
    guid: http.settings.ABN_LOOKUP_GUID ?? '',
  })
  const response = await http.request(`/AbnDetails.aspx?${query}`)
  const text = insideCallback(response.text)
  const record = readOk(recordSchema, { ...response, text })
  if (record.Message !== '') return readMessage(record.Message)
  // An empty record has been seen for unknown numbers, but isn't documented.
  if (!record.Abn) return noAnswer(record.AbnStatus || record.EntityName ? 'UNREADABLE' : 'NOT_COVERED')
  return record.Abn === compact ? toFound(record) : noAnswer('WRONG_NUMBER')
}

function insideCallback(text: string): string {
  const start = text.indexOf('(')
  const isCallback = text.slice(0, Math.max(0, start)).trim() === 'callback'
  return isCallback ? text.slice(start + 1, text.lastIndexOf(')')) : ''
}

function readMessage(message: string): RegisterAnswer {
  if (/^No records? found|not a valid ABN/i.test(message)) return notFound
  return noAnswer(/GUID/i.test(message) ? 'BLOCKED' : 'UNAVAILABLE')
}

function toFound(record: z.infer<typeof recordSchema>): RegisterAnswer {
  const { AbnStatus: status } = record
  if (status !== 'Active' && status !== 'Cancelled') return unknownStatus('abn', status)
  const isActive = status === 'Active'
  const gstSince = cleanText(isoDate(record.Gst))
  return found({
    registered: isActive,
    proves: isActive && gstSince !== null ? 'vat_registration' : 'business',
    name: record.EntityName,
    address: [record.AddressState, record.AddressPostcode],
    status,
    facts: {
      entityType: record.EntityTypeName,
      businessNames: record.BusinessName?.join('; '),
      acn: record.Acn,
      statusSince: record.AbnStatusEffectiveFrom,
      gstRegistered: String(gstSince !== null),
      gstSince,
    },
  })
}
