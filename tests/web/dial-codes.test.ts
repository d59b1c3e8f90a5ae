import { afterEach, describe, expect, it, vi } from 'vitest'
import { dialCodeOf, dialCodeOptions, dialCodes } from '#web/accounts/dial-codes.ts'
import { guessCountry } from '#web/accounts/guess-country.ts'
import { isPhone, joinPhone } from '#web/accounts/sign-up-fields.ts'
import { filterOptions } from '#web/ui/filter-options.ts'

afterEach(() => vi.unstubAllGlobals())

describe('dial codes', () => {
  it('has about 230 countries once each, with name, flag and code', () => {
    expect(dialCodes.length).toBeGreaterThan(225)
    expect(new Set(dialCodes.map(({ country }) => country)).size).toBe(dialCodes.length)
    for (const { country, name, code, flag } of dialCodes) {
      expect(country).toMatch(/^[A-Z]{2}$/)
      expect(code).toMatch(/^\+[1-9]\d{0,3}$/)
      expect(name).not.toBe(country)
      expect([...flag]).toHaveLength(2)
    }
    expect(dialCodeOf('DE')).toEqual({ country: 'DE', name: 'Germany', code: '+49', flag: '🇩🇪' })
    expect(dialCodeOf('ZZ')).toBeUndefined()
  })

  it('finds countries by name, dial code and country code', () => {
    const first = (query: string) => filterOptions(dialCodeOptions, query)[0]?.value
    expect(first('switz')).toBe('CH')
    expect(first('+49')).toBe('DE')
    expect(first('353')).toBe('IE')
    expect(first('côte')).toBe('CI')
  })
})

describe('a phone number', () => {
  it.each([
    ['+1', '(201) 555-0123', '+12015550123'],
    ['+49', '171 234-5678', '+491712345678'],
    ['+1', '+44 20 7946 0000', '+442079460000'],
    ['+1', '  ', undefined],
  ])('with %s typed as %s is %s', (code, typed, joined) => expect(joinPhone(code, typed)).toBe(joined))

  it.each([
    ['', true],
    ['1234', true],
    ['(12) 3-4', true],
    ['123', false],
    ['123456789012345', true],
    ['1234567890123456', false],
    ['12a4', false],
    ['++1234', false],
    ['+123', false],
  ])('%s is one: %s', (typed, is) => expect(isPhone(typed)).toBe(is))
})

describe('guessing the country', () => {
  const serve = (...answers: (Response | Error)[]) => {
    const fetch = vi.fn(async (_address: string) => {
      const answer = answers.shift()
      if (!(answer instanceof Response)) throw answer
      return answer
    })
    vi.stubGlobal('fetch', fetch)
    return fetch
  }

  it('calls the second service only if the first has no answer', async () => {
    const sure = serve(Response.json({ country: 'FR' }))
    expect(await guessCountry()).toBe('FR')
    expect(sure).toHaveBeenCalledOnce()
    const unsure = serve(new Response('', { status: 429 }), Response.json({ country: 'JP' }))
    expect(await guessCountry()).toBe('JP')
    expect(unsure).toHaveBeenCalledTimes(2)
  })

  it('returns undefined when both fail, time out or answer something else', async () => {
    serve(new TypeError('Failed to fetch'), Response.json(['DE']))
    expect(await guessCountry()).toBeUndefined()
    serve(new Response('<html>'), Response.json({ country: 'Germany' }))
    expect(await guessCountry()).toBeUndefined()
  })
})
