import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { describeInput, describeIssue } from '#worker/lib/describe-issue.ts'

const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: describeInput }).error?.issues.map(({ message }) => message)

describe('a message about a field', () => {
  it.each([
    [z.string(), undefined, 'field is required'],
    [z.string(), 5, 'field must be a string'],
    [z.number(), 'x', 'field must be a number'],
    [z.int(), 0.5, 'field must be a whole number'],
    [z.boolean(), 'true', 'field must be true or false'],
    [z.array(z.string()), {}, 'field must be a list'],
    [z.object({}), [], 'field must be an object'],
    [z.enum(['a', 'b']), 'c', 'field must be one of a, b'],
    [z.literal('a'), 'c', 'field must be a'],
    [z.number().min(1), 0, 'field must be at least 1'],
    [z.number().max(9), 10, 'field must be at most 9'],
    [z.int().positive(), 0, 'field must be more than 0'],
    [z.number().lt(9), 9, 'field must be less than 9'],
    [z.string().min(1), '', 'field must have at least 1 character'],
    [z.string().max(2), 'abc', 'field must have at most 2 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'field must have at most 1 item'],
    [z.uuid(), 'x', 'field must be a UUID'],
    [z.iso.datetime(), 'x', 'field must be a date and time such as "2026-01-31T12:00:00Z"'],
    [z.string().regex(/^a$/), 'b', 'field is in the wrong format'],
    [z.union([z.string(), z.number()]), true, "field isn't valid"],
  ])('%#: %s', (schema, value, message) => {
    expect(problems(z.object({ field: schema }), { field: value })).toEqual([message])
  })

  it('names a field in a list', () => {
    const schema = z.object({ items: z.array(z.object({ tin: z.string() })) })
    expect(problems(schema, { items: [{ tin: '1' }, {}] })).toEqual(['items.1.tin is required'])
  })

  it('names the first unknown field', () => {
    expect(problems(z.strictObject({}), { adress: '', toString: '' })).toEqual([
      'The request has an unknown field: "adress"',
    ])
  })

  it('names the request if all of it is wrong', () => {
    expect(problems(z.object({}), 5)).toEqual(['The request must be an object'])
  })

  it('leaves the words of a schema as they are', () => {
    expect(problems(z.string('Enter a name'), 5)).toEqual(['Enter a name'])
  })
})

it('describes a setting without its name', () => {
  const { error } = z.number().min(7).safeParse(6, { error: describeIssue })
  expect(error?.issues[0]?.message).toBe('must be at least 7')
})
