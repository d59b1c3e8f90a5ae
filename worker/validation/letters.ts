import { once } from '#worker/lib/once.ts'

/**
 * Each letter with its spellings in Latin: those of published standards, and after a semicolon others in common use.
 * The first spelling is ours. Without accents, as names are compared.
 *
 * Greek: ELOT 743 (ISO 843). Cyrillic: ICAO 9303 and BGN/PCGN for Russian, KMU 55-2010 for Ukrainian, the
 * Transliteration Act of 2009 for Bulgarian, Gaj's alphabet for Serbian. Hebrew: ISO 259-2. Arabic: BGN/PCGN.
 */
const tables = {
  Greek: `
    α=a;ha β=v;b γ=g;y,gh δ=d;dh,th ε=e;ai,he ζ=z η=i;e,he,hi θ=th;t ι=i;j,y κ=k;c,ck λ=l μ=m ν=n ξ=x;ks ο=o;ho
    π=p ρ=r;rh σ=s ς=s τ=t υ=y;i,u φ=f;ph χ=ch;h,kh,x ψ=ps ω=o;w ου=ou;u αυ=av,af;au ευ=ev,ef;eu ηυ=iv,if
    μπ=b,mp ντ=nt;d,nd γγ=ng;gg γκ=gk;g,nk γξ=nx γχ=nch;nkh τσ=ts;tz,ch τζ=tz;j,dz αι=ai;e,ae ει=ei;i
    οι=oi;i,oe,e υι=yi;i`,
  Cyrillic: `
    а=a б=b в=v;w г=g,h;gh ґ=g д=d ђ=dj,d е=e,ye;ie,je ё=e,yo;io,jo є=ie,ye;je,e ж=zh,z;j з=z;s и=i,y і=i;y
    ї=i,yi;ji ј=j;y й=y,i,j к=k;c л=l м=m н=n о=o п=p р=r с=s т=t у=u;ou ў=u;w ф=f;ph х=h,kh;ch ц=ts,c;tz,cz
    ч=ch,c;tch,tsch,cz ш=sh,s;sch щ=sht,shch;sch,stch ъ=a,ie,;u,y ы=y;i ь=;y,i э=e ю=yu,iu;ju,u я=ya,ia;ja,a
    ѓ=gj,g ќ=kj,k ѕ=dz љ=lj;l њ=nj;n,ny ћ=c;ch,tj џ=dz,dj,dzh қ=q,k ғ=gh,g ә=a;ae ө=o;oe ү=u;y ұ=u ң=ng;n
    һ=h ҳ=h ҷ=j;ch ия=iya,ia ий=iy,y,ii,yi;i ый=yy,y;i кс=ks;x зг=zgh др=dr;der`,
  Hebrew: `
    א= ב=b,v ג=g;j ד=d ה=h; ו=w,v;o,u ז=z ח=h;ch,kh,x ט=t י=y;i,j כ=k,kh;c,ch ך=k,kh;ch ל=l מ=m ם=m נ=n ן=n
    ס=s;c ע= פ=p,f;ph ף=p,f צ=s,ts,tz;z,c ץ=s,ts,tz;z ק=q;k,c ר=r ש=s,sh;sch ת=t;th וו=w,v;u יי=y;i`,
  Arabic: `
    ا=a; ب=b;p ت=t ث=th;s,t ج=j;g,dj ح=h خ=kh;k,h د=d ذ=dh;th,z,d ر=r ز=z س=s;c ش=sh;ch ص=s ض=d;dh,z ط=t ظ=z;dh
    ع= غ=gh;g ف=f;v ق=q;k,g,c ك=k;c,q ل=l م=m ن=n ه=h; و=w,u;o,v ي=y,i;e ء= پ=p چ=ch ژ=zh گ=g
    ال=al;el,l,ar,as,ash,an,at,ad,az`,
}

/** In the order of Unicode. Revised Romanization of 2000, with its sound changes; then McCune-Reischauer and others. */
const hangul: readonly (readonly [first: number, spellings: string])[] = [
  [
    0x1100,
    'g;k,c kk;gg,g,k n,l;r d;t tt;dd,d,t r,l,n m b;p,v pp;bb,b,p s;sh ss;s - j;ch,z jj;j ch;j,t k;c,q,g t;th p;f,ph h',
  ],
  [
    0x1161,
    'a;ah ae;a,e,ai ya;ia yae eo;u,o,er,uh e;ay,ae yeo;you,yo,yu ye;e o;oh,oo wa wae oe;oi,we yo u;oo,woo,ou,wu wo we wi yu;you,yoo eu;u,- ui;i,ee i;ee,y,yi',
  ],
  [
    0x11a8,
    'k,g,ng;c,ck k,kk k n,l n n t,d,n l,r;n k,lg m l,lb l l p l,r m p,b,m;f p t,s,n;- t,ss ng;n t,j t,ch k t p -,h',
  ],
]

/** Hepburn, and Kunrei (ISO 3602) where it differs; then spellings of loanwords, as in パナソニック (Panasonic). */
const kanaRows =
  'アイウエオ= カキクケコ=k サシスセソ=s タチツテト=t ナニヌネノ=n ハヒフヘホ=h マミムメモ=m ヤ・ユ・ヨ=y ラリルレロ=r ワ=w ガギグゲゴ=g ザジズゼゾ=z ダヂヅデド=d バビブベボ=b パピプペポ=p'
const otherKana =
  'イ=i;y,- ウ=u;- シ=shi,si チ=chi,ti ツ=tsu,tu フ=fu,hu ジ=ji,zi;gi,di ヂ=ji,di ヅ=zu,du ヴ=vu,bu ヲ=o ン=n,m ッ=k,s,t,p;-,d,g,b,c ー=-;a,i,u,e,o,h,r,er,or,y ・=-'
const smallVowels = ['ァa', 'ィi', 'ェe', 'ォo', 'ャya', 'ュyu', 'ョyo']

/** Whether a published standard has the spelling. */
type Spellings = ReadonlyMap<string, boolean>
type Entry = readonly [letters: string, spellings: Spellings]

function parseSpellings(text: string): Spellings {
  const [published = [], common = []] = text
    .split(';')
    .map((part) => part.split(',').map((each) => (each === '-' ? '' : each)))
  return new Map([
    ...published.map((each) => [each, true] as const),
    ...common.filter((each) => !published.includes(each)).map((each) => [each, false] as const),
  ])
}

const parseTable = (text: string): Entry[] =>
  text
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [letters = '', spellings = ''] = entry.split('=')
      return [letters, parseSpellings(spellings)]
    })

function kana(): Entry[] {
  const rows = kanaRows.split(' ').flatMap((row) => {
    const [letters = '', consonant = ''] = row.split('=')
    return [...letters].map((letter, index) => `${letter}=${consonant}${'aiueo'[index]}`)
  })
  const syllables = new Map(parseTable(`${rows.join(' ')} ${otherKana}`))
  const combined = [...syllables].flatMap(([letter, spellings]) =>
    smallVowels.map(([small = '', ...vowel]): Entry => {
      const joined = [...spellings].map(
        ([spelling, isPublished]) => [withVowel(spelling, vowel.join('')), isPublished] as const,
      )
      return [letter + small, new Map(joined)]
    }),
  )
  const long = [...syllables].flatMap(([letter, spellings]) =>
    [...spellings.keys()].some((spelling) => spelling.endsWith('i'))
      ? [[`${letter}ー`, withLongI(spellings)] as const]
      : [],
  )
  return [...syllables, ...combined, ...long].map(([letters, spellings]) => [
    letters,
    withLoanwords(spellings),
  ])
}

function withVowel(syllable: string, vowel: string): string {
  const consonant = syllable.slice(0, -1) || 'w'
  return consonant + (/^(?:sh|ch|j)$/.test(consonant) ? vowel.replace('y', '') : vowel)
}

/** As in ソニー (Sony). */
const withLongI = (spellings: Spellings): Spellings =>
  new Map([
    ...[...spellings.keys()].flatMap((spelling) =>
      ['y', 'ie', 'ee', 'ey'].map((vowel) => [spelling.replace(/i$/, vowel), false] as const),
    ),
    ...spellings,
  ])

/** As in パナソニック (Panasonic) or ホテル (Hotel). */
function withLoanwords(spellings: Spellings): Spellings {
  const short = [...spellings.keys()].map((spelling) => spelling.replace(/(?<=[^aeiou])u$|(?<=[td])o$/, ''))
  const common = [...spellings.keys(), ...short].flatMap((spelling) => [
    spelling,
    spelling.replace('r', 'l'),
    spelling.replace('k', 'c'),
    spelling.replace('b', 'v'),
  ])
  return new Map([...common.map((spelling) => [spelling, false] as const), ...spellings])
}

/** Hangul is in its parts, as in Unicode's NFD. Katakana also represents Hiragana. */
const spellingsOf = once(
  (): ReadonlyMap<string, Spellings> =>
    new Map([
      ...Object.values(tables).flatMap(parseTable),
      ...hangul.flatMap(([first, line]) =>
        line
          .split(' ')
          .map((text, index): Entry => [String.fromCodePoint(first + index), parseSpellings(text)]),
      ),
      ...kana(),
    ]),
)

const HIRAGANA_TO_KATAKANA = 0x60
/** More letters are no name, and comparing them takes long. */
const MAX_LENGTH = 120
const MIN_LENGTH = 3
const abjads = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const inAlphabets = /^[\p{Script=Greek}\p{Script=Cyrillic}]+$/u

/** The first spelling of each letter: Greek and Cyrillic are compared and displayed in Latin. */
export const alphabetsInLatin = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      [...spellingsOf()].flatMap(([letters, spellings]) =>
        inAlphabets.test(letters) ? [[letters, [...spellings.keys()][0] ?? '']] : [],
      ),
    ),
)

/** Names of another script that are often translated, so that a different spelling proves nothing. */
export const isOtherScript = (text: string): boolean =>
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(
    text,
  )

export type Spelling = 'published' | 'common'

/**
 * Whether `latin` spells `word`, which is in another script. Follows both from left to right with all spellings at
 * the same time, so the time is bounded by the product of their lengths.
 */
export function spellingIn(word: string, latin: string): Spelling | undefined {
  const text = word
    .replace(/\p{Script=Hangul}/gu, (syllable) => syllable.normalize('NFD'))
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + HIRAGANA_TO_KATAKANA))
  if (Math.max(text.length, latin.length) > MAX_LENGTH || !/^[a-z0-9]+$/.test(latin)) return undefined
  const skipsVowels = abjads.test(text)
  if (skipsVowels && text.length < MIN_LENGTH) return undefined
  /** A double letter, or a vowel that the script doesn't write. */
  const isExtra = (place: number) =>
    latin[place] !== undefined &&
    (latin[place] === latin[place - 1] || (skipsVowels && 'aeiou'.includes(latin[place])))
  /** Of each letter, the places in `latin` where the spelling up to it can end. True: all of it is published. */
  const ends: Map<number, boolean>[] = [...Array(text.length + 1)].map(() => new Map())
  const reach = (letter: number, place: number, isPublished: boolean) => {
    ends[letter]?.set(place, isPublished || ends[letter]?.get(place) === true)
  }
  reach(0, 0, true)
  for (const [index, places] of ends.entries()) {
    // Places that are added here come later in the same loop.
    for (const [place] of places) {
      const isPublished = places.get(place) === true
      if (index > 0 && isExtra(place)) reach(index, place + 1, false)
      for (const [letters, spelling, isStandard] of spellingsAt(text, index)) {
        if (latin.startsWith(spelling, place))
          reach(index + letters, place + spelling.length, isPublished && isStandard)
      }
    }
  }
  const end = ends[text.length]?.get(latin.length)
  return end === undefined ? undefined : end ? 'published' : 'common'
}

/** A pair with spellings of its own isn't spelled letter by letter. */
function spellingsAt(
  text: string,
  index: number,
): (readonly [letters: number, spelling: string, isPublished: boolean])[] {
  const letter = text[index] ?? ''
  if (/[a-z0-9]/.test(letter)) return [[1, letter, true]]
  for (const length of [2, 1]) {
    const letters = text.slice(index, index + length)
    const spellings = letters.length === length ? spellingsOf().get(letters) : undefined
    if (spellings) return [...spellings].map(([spelling, isPublished]) => [length, spelling, isPublished])
  }
  return []
}
