import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { align, grouped, type Ignored, weightOf } from './align-words.ts'
import type { Comparison } from './contract.ts'
import { areScriptsApart, MIN_CLOSE_SCORE, matchOf } from './name-match.ts'
import { splitWords, textOf, type Word, writtenIn } from './normalize-name.ts'

const MAX_LENGTH = 500

const firstOfLine = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines.split('\n').flatMap((line) => {
      const [first = '', ...others] = line.split(' ')
      return others.map((other) => [other, first] as const)
    }),
  )

/** Each line has words that mean the same in an address. */
const synonyms = firstOfLine(`street st str strasse strada straat
road rd
avenue ave av avda avenida
boulevard blvd bd bvd bulevardul
drive dr
lane ln
square sq
place pl plac platz plaza plads
court ct
highway hwy
suite ste
floor fl
calle c
piazza pzza
ulica ul ulitsa
aleja al aleje
utca u
cadde cad caddesi cd
sokak sok sk
mahalle mah mahallesi
odos od
number no nr num`)

/** Names that registers write in their own language. */
const cities = firstOfLine(`antwerpen antwerp anvers
athina athens athinai
beograd belgrade
brussel brussels bruxelles
bucuresti bucharest
firenze florence
geneve geneva genf
gent ghent gand
goteborg gothenburg
helsinki helsingfors
kobenhavn copenhagen
koln cologne
lefkosia nicosia
lisboa lisbon
luxembourg luxemburg
milano milan
munchen munich
napoli naples
nurnberg nuremberg
peiraias piraeus
praha prague
roma rome
sevilla seville
sofia sofiya
torino turin
venezia venice
warszawa warsaw
wien vienna`)

const streetTypes = new Set(synonyms.values())
const isStreetType = ({ text }: Word) => streetTypes.has(text)
const isNumber = ({ text }: Word) => /\d/.test(text)

/** Ignores order, abbreviations, postcode format and country. Without a house number, the rest decides. */
export function matchAddress(expected: string, registered: string | null, country: string): Comparison {
  const [mine, theirs] = [addressOf(expected, country), addressOf(registered ?? '', country)]
  const texts = {
    requested: textOf(mine.words),
    registered: theirs.words.length > 0 ? textOf(theirs.words) : null,
  }
  if (texts.registered === null || mine.words.length === 0)
    return { match: 'not_disclosed', score: null, ...texts, ignored: [] }
  const aligned = align(mine.words, theirs.words)
  const leftIn = ({ words, left }: typeof aligned.mine) => [...left].flatMap((index) => words[index] ?? [])
  const [extraMine, extraTheirs] = [leftIn(aligned.mine), leftIn(aligned.theirs)]
  const isContradicted = [isNumber, isStreetType].some((decides) =>
    [extraMine, extraTheirs].every((words) => words.some(decides)),
  )
  const missing = Math.min(
    weightOf(extraMine) / weightOf(mine.words),
    weightOf(extraTheirs) / weightOf(theirs.words),
  )
  const isSame = extraMine.length + extraTheirs.length === 0 && aligned.percent === 100
  const isClose = !isContradicted && missing <= 1 - MIN_CLOSE_SCORE / 100
  const score = isSame
    ? 100
    : isClose
      ? Math.max(MIN_CLOSE_SCORE, Math.min(aligned.percent, 99))
      : Math.min(aligned.percent, MIN_CLOSE_SCORE - 1)
  if (score < MIN_CLOSE_SCORE && areScriptsApart(mine, theirs))
    return { match: 'not_disclosed', score: null, ...texts, ignored: [] }
  const noted = (kind: Ignored['kind'], one: readonly Word[], other: readonly Word[]) =>
    one.length + other.length > 0
      ? [{ kind, requested: writtenIn(one) || null, registered: writtenIn(other) || null }]
      : []
  const ignored = grouped([
    ...aligned.ignored,
    ...noted('country', mine.country, theirs.country),
    ...(isClose ? noted('extra', extraMine, extraTheirs) : []),
  ])
  return { match: matchOf(score), score, ...texts, ignored }
}

type Address = { words: Word[]; country: Word[] }

/** The Dutch register pads house numbers to five digits. No Dutch postcode begins with a zero. */
const padding = /(?<!\d)0+(?=\d)/g

function addressOf(address: string, country: string): Address {
  const text = address
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .slice(0, MAX_LENGTH)
    .replace(/\p{Cf}/gu, '')
  const [prefix = ''] = text.match(postcodePrefix) ?? []
  const parted = (country === 'NL' ? text.replace(padding, '') : text)
    .replace(postcodePrefix, '')
    .replace(/(?<=\d)ー(?=\d)/g, '-')
    .replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)|(?<=\p{Script=Han})/gu, ' ')
    .replace(/(?<=\p{L})(?=(?:str|straße|strasse)(?!\p{L}))/giu, ' ')
  const words = splitWords(parted).map((word) => {
    const text = synonyms.get(word.text) ?? cities.get(word.text)
    return text === undefined ? word : { ...word, text, inFull: text, isShortened: true }
  })
  const countries = countryNames(country)
  const written = splitWords(prefix)
  for (let count = Math.min(MAX_COUNTRY_WORDS, words.length - 1); count > 0; count--) {
    const end = words.slice(-count)
    if (countries.has(textOf(end))) return { words: words.slice(0, -count), country: [...written, ...end] }
  }
  return { words, country: written }
}

const MAX_COUNTRY_WORDS = 4
/** As in D-10115 or SE-114 55. */
const postcodePrefix = /(?<![\p{L}\p{N}])\p{L}{1,3}-(?=\d{3})/u

const namesOf = new BoundedCache<string, ReadonlySet<string>>(300)

function countryNames(country: string): ReadonlySet<string> {
  const known = namesOf.get(country)
  if (known) return known
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const names = ['en', language].map(
    (each) => new Intl.DisplayNames(each, { type: 'region' }).of(country) ?? '',
  )
  const found = new Set(
    [...names, country].map((name) => textOf(splitWords(name))).filter((name) => name !== ''),
  )
  namesOf.set(country, found)
  return found
}
