import { describe, expect, it } from 'vitest'
import { matchName } from '#worker/validation/name-match.ts'

describe('a name', () => {
  it.each([
    ['Ferrari', 'FERRARI S.P.A.'],
    ['Ferrari SpA', 'FERRARI S.P.A.'],
    ['Alza.cz', 'Alza.cz a.s.'],
    ['Skoda Auto a. s.', 'ŠKODA AUTO a.s.'],
    ['Muller & Sohne GmbH', 'Müller und Söhne GmbH & Co. KG'],
    ['Strasse AG', 'Straße Aktiengesellschaft'],
    ['Microsoft Danmark', 'Microsoft Danmark ApS'],
    ['Alfa Beta Vassilopoulos', 'ΑΛΦΑ ΒΗΤΑ ΒΑΣΙΛΟΠΟΥΛΟΣ Α.Ε.'],
    ['Sofia Med AD', 'СОФИЯ МЕД АД'],
    ['台灣積體電路製造', '台灣積體電路製造股份有限公司'],
    ['トヨタ自動車', 'トヨタ自動車株式会社'],
    ["McDonald's Ltd", 'MCDONALDS LIMITED'],
    ['Booksy Sp. z o.o.', 'BOOKSY SPÓŁKA Z O.O.'],
  ])('%s is that of %s', (asked, registered) => {
    expect(['exact', 'close']).toContain(matchName(asked, registered).match)
  })

  it.each([
    ['Microsft Danmark', 'Microsoft Danmark ApS'],
    ['Google Ireland', 'GOOGLE IRELAND LIMITED'],
    ['Ireland Google Ltd', 'GOOGLE IRELAND LIMITED'],
  ])('%s is close to %s, or the same', (asked, registered) => {
    const { percent } = matchName(asked, registered)
    expect(percent).toBeGreaterThanOrEqual(80)
  })

  it.each([
    ['Amazon', 'FERRARI S.P.A.'],
    ['Northern Foods Ltd', 'Southern Tools Ltd'],
    ['GmbH', 'Bosch GmbH'],
    ['A', 'B'],
  ])('%s is not %s', (asked, registered) => {
    expect(matchName(asked, registered).match).toBe('different')
  })

  it.each([null, '', '---', '有限公司 台灣'])(
    'that the register gives as %s is not disclosed',
    (registered) => {
      expect(matchName('Ferrari', registered)).toEqual({ match: 'not disclosed', percent: null })
    },
  )

  it('of 10,000 letters takes no time to speak of', () => {
    const startedAt = Date.now()
    matchName('a b '.repeat(50), 'xy '.repeat(3_000))
    expect(Date.now() - startedAt).toBeLessThan(500)
  })
})
