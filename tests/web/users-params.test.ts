import { describe, expect, it } from 'vitest'
import { orderOf, sortedBy, usersList } from '#web/admin/users-params.ts'
import { readList } from '#web/lib/page-params.ts'

const read = (query: string) => readList(usersList, new URLSearchParams(query))

describe('the parameters of the user list', () => {
  it('keeps search, tier, order and page in the URL', () => {
    const query = 'email=ann%40x.test&tier=PRO&sort=usage&direction=asc&after=12_3'
    const list = read(query)
    expect(list.values).toEqual({
      email: 'ann@x.test',
      tier: 'PRO',
      sort: 'usage',
      direction: 'asc',
      after: '12_3',
    })
    expect(list.here).toBe(`/admin?${query}`)
    expect(list.clearedPath).toBe('/admin?sort=usage&direction=asc')
    expect(read('').here).toBe('/admin')
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
    expect(read(query).here).toBe('/admin')
  })

  it('turns the order around on the second click and starts at the first page', () => {
    const first = read('email=ann&after=12_3')
    const oldest = sortedBy(first.values, 'createdAt')
    expect(first.pathTo(oldest)).toBe('/admin?email=ann&direction=asc')
    expect(orderOf(first.values)).toBe('newest first')
    expect(orderOf(oldest)).toBe('oldest first')
    expect(orderOf(sortedBy(oldest, 'createdAt'))).toBe('newest first')
    const highest = sortedBy(oldest, 'usage')
    expect(first.pathTo(highest)).toBe('/admin?email=ann&sort=usage')
    expect(orderOf(highest)).toBe('highest usage first')
    const lowest = sortedBy(highest, 'usage')
    expect(orderOf(lowest)).toBe('lowest usage first')
    expect(orderOf(sortedBy(lowest, 'usage'))).toBe('highest usage first')
    expect(first.pathTo(sortedBy(lowest, 'createdAt'))).toBe('/admin?email=ann')
  })
})
