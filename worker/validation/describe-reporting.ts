import { invalidField } from '#worker/errors.ts'
import { isoCode } from '#worker/tin/contract/country-aliases.ts'
import { countryInSentence } from '#worker/tin/contract/country-in-sentence.ts'
import { countries, type ReportingHolder, type TinResult } from '#worker/tin/index.ts'
import { type ReportingRule, reportingRule } from '#worker/tin/reporting.ts'
import type { ValidateRequest, ValidationResponse } from './contract.ts'

type Reporting = NonNullable<ValidationResponse['reporting']>
type Purpose = { purpose: Reporting['purpose']; holder: ReportingHolder; rule: ReportingRule }

export function reportingPurpose({ purpose, holder, countryCode }: ValidateRequest): Purpose | undefined {
  if (!purpose) return undefined
  if (!holder) throw invalidField('holder', 'holder is required with purpose: "person" or "entity"')
  const rule = reportingRule(countryCode, holder)
  return rule && { purpose, holder, rule }
}

export function describeReporting(
  { purpose, holder, rule }: Purpose,
  countryCode: string,
  checked: TinResult,
): Reporting {
  const { status, note, source } = rule
  const isAccepted = acceptance(rule, checked)
  const accepted = rule.accepted.map((number) => ({ ...number }))
  const resident = isoCode(countryCode)
  const place = countryInSentence(countries.find(({ code }) => code === resident)?.name ?? resident)
  return {
    purpose,
    holder,
    isAccepted,
    message: messageOf({ rule, holder, isAccepted, place }),
    accepted,
    noTinReason: status === 'not_issued' ? 'A' : null,
    note,
    source: source && { ...source },
  }
}

const isGeneric = ({ warnings }: TinResult) => warnings.some(({ code }) => code === 'GENERIC_NUMBER')

function acceptance({ status, accepted }: ReportingRule, checked: TinResult): boolean | null {
  if (status === 'unknown') return null
  const type = checked.valid ? checked.identifier.id : undefined
  if (type && !isGeneric(checked) && accepted.some(({ id }) => id === type)) return true
  return accepted.some(({ id }) => id === null) ? null : false
}

type Message = { rule: ReportingRule; holder: ReportingHolder; isAccepted: boolean | null; place: string }

const people = { person: 'people', entity: 'entities' } as const
const list = { style: 'long', type: 'disjunction' } as const

function messageOf({ rule: { status, accepted }, holder, isAccepted, place }: Message): string {
  const who = `${people[holder]} resident in ${place}`
  if (status === 'not_issued') return `No TIN is issued to ${who}. Report reason A instead.`
  if (status === 'unknown') return `We don't know which numbers are accepted for ${who}.`
  if (isAccepted) return `This type of number is accepted for ${who}.`
  const names = new Intl.ListFormat('en-US', list).format(accepted.map(({ name }) => name))
  return isAccepted === null
    ? `We can't tell whether the number is accepted for ${who}. Accepted: ${names}.`
    : `The number isn't accepted for ${who}. Accepted: ${names}.`
}
