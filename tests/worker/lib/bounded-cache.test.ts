import { expect, it } from 'vitest'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'

it('counts an entry set again as new', () => {
  const cache = new BoundedCache<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...cache]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
