import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagesHeaders } from './pages-headers.ts'

const web = join(import.meta.dirname, '../../web')
const dashboardHeaders = pagesHeaders(readFileSync(join(web, 'public/_headers'), 'utf8'))

test('the dashboard may load Paddle’s script and frames, which may open windows and take payments', () => {
  const headers = dashboardHeaders('/checkout?plan=PRO')
  const policy = headers.get('content-security-policy') ?? ''
  const sources = (directive: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${directive} `))
      ?.split(' ') ?? []
  expect(sources('script-src')).toContain('https://cdn.paddle.com/paddle/')
  expect(sources('script-src')).not.toContain("'unsafe-inline'")
  expect(sources('style-src')).toContain('https://cdn.paddle.com/paddle/')
  expect(sources('frame-src')).toEqual(
    expect.arrayContaining(['https://buy.paddle.com', 'https://sandbox-buy.paddle.com']),
  )
  expect(sources('frame-src')).not.toContain("'self'")
  expect(headers.get('permissions-policy')).toContain(
    'payment=(self "https://buy.paddle.com" "https://sandbox-buy.paddle.com")',
  )
  // With same-origin, PayPal's window would lose the frame that opened it.
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})

test.each([
  ['/', 'theme.js'],
  ['/', 'first-paint.js'],
  ['/docs/', 'theme.js'],
])('%s may run %s, which is inline', (path, file) => {
  const headers = dashboardHeaders(path)
  const script = readFileSync(join(web, file), 'utf8').trim()
  const hash = createHash('sha256').update(script).digest('base64')
  const sources = headers
    .get('content-security-policy')
    ?.split('; ')
    .find((part) => part.startsWith('script-src '))
  expect(sources).toContain(`'sha256-${hash}'`)
})

test('a record is in no index, cache or Referer', () => {
  const headers = dashboardHeaders('/record')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
