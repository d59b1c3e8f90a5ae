import type * as z from 'zod'

const types: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

const formats: Record<string, string> = {
  datetime: 'a date and time such as "2026-01-31T12:00:00Z"',
  date: 'a date such as "2026-01-31"',
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
}

const units: Record<string, string> = { string: 'character', array: 'item' }

/** What is wrong with a value, in words that follow its name: "must be at least 1". */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'invalid_format':
      return formats[issue.format] ? `must be ${formats[issue.format]}` : 'is in the wrong format'
    case 'unrecognized_keys':
      return `has an unknown field: "${issue.keys[0]?.slice(0, 50)}"`
    default:
      return "isn't valid"
  }
}

function bound(origin: string, limit: string, value: number | bigint): string {
  const unit = units[origin]
  if (!unit) return `must be ${limit} ${value}`
  return `must have ${limit} ${value} ${unit}${Number(value) === 1 ? '' : 's'}`
}

export function describeInput(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.map(String).join('.')
  return `${field || 'The request'} ${describeIssue(issue)}`
}
