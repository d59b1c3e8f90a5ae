import { expect, test } from 'vitest'
import { pagesHeaders } from './pages-headers.ts'

const headersFor = pagesHeaders(`
# everything
/*
  X-Frame-Options: DENY
  Cache-Control: no-cache
/assets/*
  ! Cache-Control
  Cache-Control: public, max-age=31536000, immutable
/users/:id
  X-User: one
  X-Frame-Options: SAMEORIGIN
`)

test('adds the headers of every matching rule', () => {
  expect(Object.fromEntries(headersFor('/auth?page=login'))).toEqual({
    'x-frame-options': 'DENY',
    'cache-control': 'no-cache',
  })
  expect(headersFor('/assets/a.js').get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headersFor('/users/7').get('x-frame-options')).toBe('DENY, SAMEORIGIN')
  expect(headersFor('/users/7/x').has('x-user')).toBe(false)
})
