import { describe, expect, it } from 'vitest'
import { splitSecrets } from '#web/lib/link-secrets.ts'

const split = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'http://localhost')
  const found = splitSecrets({ pathname, search, hash })
  return found && [found.address.pathname + found.address.search + found.address.hash, found.secrets]
}

describe('the secrets of a link', () => {
  it.each<[string, string, object]>([
    ['/verify#email=a%2Bb%40c.test&token=x', '/verify', { email: 'a+b@c.test', token: 'x' }],
    ['/verify?email=a%2Bb%40c.test&token=x', '/verify', { email: 'a+b@c.test', token: 'x' }],
    ['/reset-password#token=x', '/reset-password', { token: 'x' }],
    ['/reset-password?token=x', '/reset-password', { token: 'x' }],
    ['/reset-password?token=old#token=x', '/reset-password', { token: 'x' }],
    ['/confirm-email#token=x', '/confirm-email', { token: 'x' }],
    ['/auth?page=login#invitation=x', '/auth?page=login', { invitation: 'x' }],
    ['/#invitation=x&token=y', '/', { invitation: 'x' }],
  ])('of %s leave the address', (address, rest, secrets) => {
    expect(split(address)).toEqual([rest, secrets])
  })

  it.each([
    '/auth?page=login',
    '/auth?invitation=x',
    '/confirm-email?token=x',
    '/reset-password#token=',
    '/activity?token=7',
    '/organization#billing',
    '/records/1#token=x',
  ])('are not in %s', (address) => {
    expect(split(address)).toBeUndefined()
  })
})
