import { describe, expect, it } from 'vitest'
import { orderOf, parseUsersParams, sortedBy, usersPath } from '#web/admin/users-params.ts'

const parse = (query: string) => parseUsersParams(new URLSearchParams(query))

describe('the parameters of the user list', () => {
  it('keeps search, tier, order and page in the URL', () => {
    const query = 'email=ann%40x.test&tier=PRO&sort=usage&direction=asc&after=12_3'
    const list = parse(query)
    expect(list).toEqual({ email: 'ann@x.test', tier: 'PRO', sort: 'usage', direction: 'asc', after: '12_3' })
    expect(usersPath(list)).toBe(`/admin?${query}`)
    expect(usersPath(parse(''))).toBe('/admin')
  })

  it.each([
    'sort=createdAt&direction=desc',
    'email=%00',
    'tier=GOLD',
    'sort=email',
    'direction=up',
    'after=1',
    'after=_',
    `email=${'a'.repeat(255)}`,
  ])('leaves out what is invalid or the default: %s', (query) => {
    expect(usersPath(parse(query))).toBe('/admin')
  })

  it('turns the order around on the second click and starts at the first page', () => {
    const first = parse('email=ann&after=12_3')
    const oldest = sortedBy(first, 'createdAt')
    expect(usersPath(oldest)).toBe('/admin?email=ann&direction=asc')
    expect(orderOf(first)).toBe('newest first')
    expect(orderOf(oldest)).toBe('oldest first')
    expect(orderOf(sortedBy(oldest, 'createdAt'))).toBe('newest first')
    const highest = sortedBy(oldest, 'usage')
    expect(usersPath(highest)).toBe('/admin?email=ann&sort=usage')
    expect(orderOf(highest)).toBe('highest usage first')
    const lowest = sortedBy(highest, 'usage')
    expect(orderOf(lowest)).toBe('lowest usage first')
    expect(orderOf(sortedBy(lowest, 'usage'))).toBe('highest usage first')
    expect(usersPath(sortedBy(lowest, 'createdAt'))).toBe('/admin?email=ann')
  })
})
