import { describe, expect, it } from 'vitest'
import { fittingCountries } from '#worker/tin/contract/fitting-countries.ts'

describe('a number without a country', () => {
  it.each([
    ['BE0403019261', 'BE'],
    ['BE 0403.019.261', 'BE'],
    ['be0403019261', 'BE'],
    ['EL094014201', 'GR'],
    ['FR 40 303 265 045', 'FR'],
    ['GB980780684', 'GB'],
    ['DE136695975', 'DE'],
    ['BE0403019262', 'BE'],
  ])('%s begins with %s', (tin, country) => {
    expect(fittingCountries(tin)).toEqual({ prefixed: country, codes: [country] })
  })

  it.each([
    ['136695976', ['DE', 'RS']],
    ['27AAPFU0939F1ZV', ['IN']],
    ['5561234567', ['SE']],
    ['12-3456789', ['US']],
  ])('%s fits %j', (tin, codes) => {
    expect(fittingCountries(tin)).toEqual({ prefixed: undefined, codes })
  })

  it.each(['', 'hello', 'BE', 'DE', 'DE1366', 'XX136695975', '1'.repeat(10_000), '💥'])(
    '%j does not begin with a country',
    (tin) => {
      expect(fittingCountries(tin).prefixed).toBeUndefined()
    },
  )

  it('fits nowhere if no check passes', () => {
    expect(fittingCountries('hello')).toEqual({ prefixed: undefined, codes: [] })
  })
})
