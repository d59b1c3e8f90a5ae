import { describe, expect, it } from 'vitest'
import { matchAddress } from '#worker/validation/address-match.ts'
import { spellingIn } from '#worker/validation/letters.ts'
import { matchName, matchNames } from '#worker/validation/name-match.ts'
import text from './names.txt?raw'

const comparedTo = (expected: string, registered: string | null) => {
  const { match, score } = matchName(expected, registered)
  return { match, score }
}

const bothWays = (pairs: readonly (readonly [string, string])[]) =>
  pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])

/** By register, whose lines follow its name: the match, the expected name, and the registered name in its spelling. Some have a country. */
const registers = text
  .trim()
  .split('\n\n')
  .map((section) => {
    const [title = '', ...lines] = section.split('\n')
    const pairs = lines.map((line) => {
      const [, match = '', expected = '', registered = ''] = /^(\w+) (.+) \| (.+)$/.exec(line) ?? []
      return { match, expected, registered }
    })
    const [, country = ''] = /^# ([A-Z]{2}):/.exec(title) ?? []
    return { register: title.replace('# ', ''), country, pairs }
  })

const matchOf = (score: number | null) => {
  if (score === null) return 'not_disclosed'
  if (score === 100) return 'exact'
  return score >= 80 ? 'close' : 'different'
}

describe.each(registers)('a name of $register', ({ country, pairs }) => {
  it.each(pairs)('$expected and $registered: $match', ({ expected, registered, match }) => {
    for (const [one, other] of bothWays([[expected, registered]])) {
      const { match: found, score } = matchName(one, other, country)
      expect([found, matchOf(score)]).toEqual([match, match])
    }
  })
})

describe('what was ignored', () => {
  it.each([
    ['Acme Trading GmbH', 'ACME TRADING AG', 95, 'case: Acme Trading = ACME TRADING, legal_form: GmbH = AG'],
    ['Acme', 'Acme', 100, ''],
    ['Acme', 'ACME Ltd', 100, 'legal_form: - = Ltd, case: Acme = ACME'],
    [
      'Müller & Söhne',
      'MUELLER UND SOEHNE',
      100,
      'accents: Müller Söhne = MUELLER SOEHNE, abbreviation: & = UND',
    ],
    ['Kakao', '주식회사 카카오', 100, 'legal_form: - = 주식회사, transliteration: Kakao = 카카오'],
    ['Mc Donalds', 'McDonalds', 100, 'spacing: Mc Donalds = McDonalds'],
    ['Dr. J. Kowalski', 'Jan Kowalski', 84, 'initial: J = Jan, extra: Dr = -'],
    ['Ireland Googel', 'Google Ireland', 92, 'typo: Googel = Google, order: Ireland Googel = Google Ireland'],
    ['Deutsche Bank AG', 'Deutsche Bank AG (Filiale Wien)', 95, 'extra: - = AG Filiale Wien'],
    ['Nordea Bank', 'NORDEA Finance', 52, 'case: Nordea = NORDEA'],
  ])('%s and %s: %i, %s', (expected, registered, score, ignored) => {
    const answer = matchName(expected, registered)
    expect(answer.score).toBe(score)
    const differences = answer.ignored.map(
      ({ kind, requested, registered: theirs }) => `${kind}: ${requested ?? '-'} = ${theirs ?? '-'}`,
    )
    expect(differences.sort()).toEqual(ignored.split(', ').filter(Boolean).sort())
  })

  it('is how both were compared', () => {
    const compared = [
      ['Acme Trading GmbH', 'ACME TRADING AG', 'acme trading', 'acme trading'],
      ['Müller & Söhne', 'MUELLER UND SOEHNE', 'muller and sohne', 'mueller and soehne'],
      ['Kakao', '주식회사 카카오', 'kakao', '카카오'],
      ['Dr. J. Kowalski', 'Jan Kowalski', 'dr j kowalski', 'jan kowalski'],
      ['Deutsche Bank AG', 'Deutsche Bank AG (Filiale Wien)', 'deutsche bank', 'deutsche bank'],
    ] as const
    for (const [expected, registered, requested, theirs] of compared)
      expect(matchName(expected, registered)).toMatchObject({ requested, registered: theirs })
  })

  it('is the main name if a trade name matches', () => {
    expect(matchNames('Corner Café', 'Jane Doe', ['Corner Cafe'])).toMatchObject({
      registered: 'corner cafe',
      ignored: [{ kind: 'accents' }, { kind: 'other_name', requested: null, registered: 'Jane Doe' }],
    })
  })
})

describe('an address', () => {
  const street = 'Hauptstraße 12, 10115 Berlin'
  it.each([
    ['DE', street, 'HAUPTSTR. 12\n10115 BERLIN', 'exact'],
    ['DE', street, 'Hauptstr.12 D-10115 Berlin', 'exact'],
    ['DE', street, 'Hauptstrasse 12, 10115 Berlin, Deutschland', 'exact'],
    ['DE', street, '10115 Berlin, Hauptstr. 12, Germany', 'exact'],
    ['DE', street, 'Hauptstr. 12, 10115 Berlin Mitte', 'close'],
    ['DE', 'Hauptstr. 12, Berlin', street, 'close'],
    ['DE', street, 'Hauptstr. 14, 10115 Berlin', 'different'],
    ['DE', street, 'Hauptstr. 12, 20095 Hamburg', 'different'],
    ['DE', street, 'Nebenstr. 12, 10115 Berlin', 'different'],
    ['GB', '12 High Street, London SW1A 1AA', '12 HIGH ST LONDON SW1A1AA UNITED KINGDOM', 'exact'],
    ['GB', '12 High Road, London SW1A 1AA', '12 HIGH ST LONDON SW1A 1AA', 'different'],
    ['SE', 'Kungsgatan 1, 114 55 Stockholm', 'KUNGSGATAN 1, SE-11455 STOCKHOLM, SVERIGE', 'exact'],
    ['PL', 'ul. Długa 5, 00-950 Warszawa', 'ULICA DŁUGA 5, 00950 WARSZAWA', 'exact'],
    ['NL', 'Damrak 1, 1012 LG Amsterdam', 'DAMRAK 1 1012LG AMSTERDAM', 'exact'],
    ['NL', 'Damrak 1, 1012 LG Amsterdam', 'DAMRAK 00001\n1012LG AMSTERDAM', 'exact'],
    ['NL', 'Damrak 10A, 1012 LG Amsterdam', 'DAMRAK 00010A\n1012LG AMSTERDAM', 'exact'],
    ['NL', 'Damrak 1, 1012 LG Amsterdam', 'DAMRAK 00010\n1012LG AMSTERDAM', 'different'],
    ['FR', '1 rue Foch, 1000 Bourg-en-Bresse', '1 RUE FOCH 01000 BOURG-EN-BRESSE', 'different'],
    ['GR', 'Ermou 5, 105 63 Athina', 'ΕΡΜΟΥ 5, 10563 ΑΘΗΝΑ', 'exact'],
    ['GR', 'Ermou 5, 105 63 Athens', 'ΕΡΜΟΥ 5 10563 - ΑΘΗΝΑ', 'exact'],
    ['BE', 'Rue de la Loi 16, 1000 Brussels', 'Rue de la Loi 16\n1000 Bruxelles', 'exact'],
    ['AT', 'Mariahilfer Straße 1, 1060 Vienna', 'Mariahilfer Str. 1\nAT-1060 Wien', 'exact'],
    ['IT', 'Via Dante 1, Rome', 'VIA DANTE 1 MILANO', 'different'],
    ['JP', '港区芝公園4-2-8', '港区芝公園４ー２ー８', 'exact'],
    ['KR', '1 Some Street, Busan', '서울 종로구', 'not_disclosed'],
    ['DE', street, null, 'not_disclosed'],
    ['DE', street, '---', 'not_disclosed'],
  ] as const)('in %s: %s and %s: %s', (country, expected, registered, match) => {
    const answer = matchAddress(expected, registered, country)
    expect(answer.match).toBe(match)
    expect(answer.score === null).toBe(match === 'not_disclosed')
  })

  it('says what was ignored', () => {
    const { ignored } = matchAddress('Hauptstraße 12, Berlin', 'HAUPTSTR. 12, Berlin, Germany', 'DE')
    expect(ignored.map(({ kind }) => kind).sort()).toEqual(['abbreviation', 'case', 'country'])
  })

  it.each([
    '\u0000',
    '\u202e',
    '(((',
    '1 '.repeat(5_000),
    'a'.repeat(10_000),
    '\ufdfa'.repeat(300),
    '\ud800',
  ])('of hostile characters gets an answer', (hostile) => {
    for (const [one, other] of bothWays([[hostile, street]]))
      expect(matchAddress(one, other, 'ZZ').match).not.toBe('exact')
  })
})

describe('a spelling in another script', () => {
  it('is compared up to 120 letters', () => {
    expect(spellingIn('я'.repeat(120), 'a'.repeat(120))).toBe('common')
    expect(spellingIn('я'.repeat(121), 'a'.repeat(121))).toBeUndefined()
  })

  it.each(['', 'A', '\u0000', '.', 'é'])('never spells %j', (latin) => {
    expect(spellingIn('카카오', latin)).toBeUndefined()
  })
})

describe('a name', () => {
  it('is compared without soft hyphens', () => {
    expect(comparedTo('Micro\u00adsoft Ireland', 'Microsoft Ireland Ltd')).toEqual({
      match: 'exact',
      score: 100,
    })
  })

  it.each([
    ['Ferrari', null],
    ['Ferrari', ''],
    ['Ferrari', '---'],
    ['Ferrari', '有限公司 台灣'],
    ['Toyota', 'トヨタ自動車株式会社'],
    ['台灣', 'Taiwan Ltd'],
    ['Aramco', 'أرامكو السعودية'],
  ])('%s cannot be compared with %s', (asked, registered) => {
    expect(comparedTo(asked, registered)).toEqual({ match: 'not_disclosed', score: null })
  })

  it.each([
    // Close starts at 80: other words keep a name at 79 or below.
    ['Alexander Li', 'A. Li', 80],
    ['Northern Foods', 'Northern Foods Q', 79],
    // Another form, or another order.
    ['Müller AG', 'Müller GmbH', 95],
    ['Ireland Google', 'Google Ireland', 99],
    // One other letter takes six letters; one letter more or less takes five.
    ['abcdef', 'abcdex', 83],
    ['abcde', 'abcdx', 0],
    ['abcdef', 'abcde', 83],
    ['abcde', 'abcd', 0],
    // Two slips in one word take twelve letters.
    ['abcdefghijkl', 'abcdefghijxy', 83],
    ['abcdefghijk', 'abcdefghixy', 0],
    ['abcdefghijklmn', 'abcdefghijkl', 86],
    ['abcdefghijklm', 'abcdefghijk', 0],
    // Two slips in all.
    ['abcdefx hijklmx opqrst', 'abcdefg hijklmn opqrst', 90],
    ['abcdefx hijklmx opqrsx', 'abcdefg hijklmn opqrst', 60],
    // An abbreviation has three letters, the word behind an initial three.
    ['Tec. Bau', 'Technik Bau', 94],
    ['Te. Bau', 'Technik Bau', 40],
    ['J Bau', 'Jan Bau', 84],
    ['J Bau', 'Ja Bau', 67],
    // A middle initial needs two equal words beside it.
    ['John A Smith', 'John Smith', 95],
    ['John A', 'John', 79],
    ['John A Williams', 'John Wiliams', 79],
    // An initial needs one.
    ['J Kowalski', 'Jan Kowalsky', 70],
    // Slips are counted in words of up to 50 letters.
    [`a${'b'.repeat(49)}`, `a${'b'.repeat(48)}c`, 98],
    [`a${'b'.repeat(50)}`, `a${'b'.repeat(49)}c`, 0],
  ])('%s and %s match by %i percent', (one, other, percent) => {
    const match = percent >= 80 ? 'close' : 'different'
    expect(comparedTo(one, other)).toEqual({ match, score: percent })
    expect(comparedTo(other, one)).toEqual({ match, score: percent })
  })

  it('compares at most 50 different other names', () => {
    const others = Array.from({ length: 49 }, (_, index) => `Shop ${index}`)
    const repeated = [...others, ...others, 'Corner Cafe']
    expect(matchNames('Corner Cafe', 'Jane Doe', repeated).match).toBe('close')
    expect(matchNames('Corner Cafe', 'Jane Doe', ['Another shop', ...repeated]).match).toBe('different')
  })

  it('matches a trading name from 80 percent, unless the registered name does', () => {
    expect(matchNames('A. Li', 'Jane Doe', ['Alexander Li'])).toMatchObject({ match: 'close', score: 80 })
    expect(matchNames('Northern Foods Q', 'Jane Doe', ['Northern Foods']).match).toBe('different')
    expect(matchNames('A. Li', 'Alexander Li', ['A. Li'])).toMatchObject({ match: 'close', score: 80 })
  })

  it('that is a trading name is close, never exact', () => {
    const others = ['Bakery on the Corner', 'Corner Café']
    expect(matchNames('Corner Cafe', 'Jane Doe', others)).toMatchObject({ match: 'close', score: 95 })
    expect(matchNames('Jane Doe', 'Jane Doe', others)).toMatchObject({ match: 'exact', score: 100 })
    expect(matchNames('Corner Shop', 'Jane Doe', others).match).toBe('different')
    expect(matchNames('Corner Cafe', null, others).match).toBe('close')
    expect(matchNames('Corner Shop', null, others).match).toBe('not_disclosed')
  })

  it('over 500 characters is never exact', () => {
    expect(matchName('x'.repeat(600), `${'x'.repeat(599)}y`).match).not.toBe('exact')
  })

  it.each([
    ['a b ', 'xy '],
    ['abcdefg ', 'abcdxyz '],
    ['\ufdfd', '\ufdfa '],
    ['x t/a ', 'y t/a '],
    ['a\u0300', 'b\u0300'],
  ])('of 10,000 characters (%j, %j) is compared by its first 500', (one, other) => {
    const [asked, registered] = [one, other].map((part) => part.repeat(10_000).slice(0, 500))
    const match = matchName(asked ?? '', registered ?? '')
    expect(matchName(one.repeat(10_000), other.repeat(10_000))).toEqual(match)
    expect(matchName(`${asked}${'q '.repeat(5_000)}`, `${registered}${'z '.repeat(5_000)}`)).toEqual(match)
  })

  it.each([
    '\ud800',
    'a\u0000b',
    '\u202eGmbH',
    '\u0300',
    '.',
    'a.',
    '((((',
    '&',
    'and',
    'S.A. de C.V.',
    'constructor',
    '__proto__ toString',
  ])('of hostile characters (%j) gets an answer', (name) => {
    for (const [asked, registered] of bothWays([[name, 'Ferrari S.p.A.']]))
      expect(['different', 'not_disclosed']).toContain(matchName(asked, registered).match)
  })
})
